import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A store to try apps on. */
export interface DeveloperStoreRow {
  id: string;
  name: string;
  created_at: Date;
  owner_email: string | null;
  installed_apps: number;
}

const STATEMENT: Statement = {
  name: 'store-list-of-developer',
  text: `select s.id, s.name, s.created_at,
      (select min(p.email) from membership m join person p on p.id = m.person_id
        where m.store_id = s.id and m.role = 'owner') as owner_email,
      (select count(*)::int from installation i where i.store_id = s.id and i.state <> 'uninstalled') as installed_apps
    from store s where s.developer_id = $1
    order by s.id`,
};

/** The stores of a developer, the oldest first; bounded by how many it may make. */
export function listStoresOfDeveloper(db: Queryable, developerId: string): Promise<DeveloperStoreRow[]> {
  return db.rows(STATEMENT, [developerId]);
}
