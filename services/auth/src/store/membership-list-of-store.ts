import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Somebody of a store. */
export interface TeamRow {
  person_id: string;
  name: string;
  email: string;
  role: string;
  created_at: Date;
}

/** Most people that a list of the team shows. */
const MAX_LISTED = 200;

const STATEMENT = storeStatement(
  'membership-list-of-store',
  `select m.person_id, p.name, p.email, m.role, m.created_at
    from membership m join person p on p.id = m.person_id
    where m.store_id = $1
    order by m.role = 'owner' desc, p.name, m.person_id limit ${MAX_LISTED}`,
);

/** Everybody of a store, owners first, then by name. */
export function listTeam(db: Queryable, storeId: string): Promise<TeamRow[]> {
  return db.rows<TeamRow>(STATEMENT, [storeId]);
}
