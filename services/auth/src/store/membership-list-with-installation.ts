import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A store of a person, with what the app has there. */
export interface MembershipRow {
  store_id: string;
  store_name: string;
  /** `owner`, or another role of the team. */
  role: string;
  /** Null when the app is not installed there. */
  granted_scopes: string[] | null;
  /** Whose store to try apps on it is; null for a merchant's. */
  developer_id: string | null;
}

const STATEMENT = {
  name: 'membership-list-with-installation',
  text: `select s.id as store_id, s.name as store_name, m.role, i.scopes as granted_scopes, s.developer_id
    from membership m
    join store s on s.id = m.store_id
    left join installation i on i.store_id = s.id and i.app_id = $2 and i.state <> 'uninstalled'
    where m.person_id = $1
    order by s.name, s.id`,
};

/** The stores of a person, by name, with the app's installation in each. */
export function listMemberships(db: Queryable, personId: string, appId: string): Promise<MembershipRow[]> {
  return db.rows<MembershipRow>(STATEMENT, [personId, appId]);
}
