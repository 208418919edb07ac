import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** An app on a store, as its people see it. */
export interface StoreAppRow {
  id: string;
  app_id: string;
  app_name: string;
  logo_url: string | null;
  developer_name: string;
  state: string;
  scopes: string[];
  suspended: boolean;
  installed_at: Date;
  authorized_by: string;
  /** To some minutes. */
  last_active_at: Date | null;
}

const STATEMENT = storeStatement(
  'installation-list-with-app',
  `select i.id, i.app_id, a.name as app_name, a.logo_url, d.name as developer_name, i.state, i.scopes,
      a.suspended_at is not null or d.suspended_at is not null as suspended,
      i.installed_at, p.name as authorized_by,
      act.last_active_at
    from installation i
    join app a on a.id = i.app_id
    join developer d on d.id = a.developer_id
    join person p on p.id = i.authorized_by
    left join installation_activity act on act.installation_id = i.id
    where i.store_id = $1 and i.state <> 'uninstalled'
    order by i.installed_at desc, i.id`,
);

/** The apps of a store but the uninstalled ones, the newest first. */
export function listStoreApps(db: Queryable, storeId: string): Promise<StoreAppRow[]> {
  return db.rows<StoreAppRow>(STATEMENT, [storeId]);
}
