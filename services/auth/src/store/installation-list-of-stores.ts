import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** An app on a store, as other services need to know it. */
export interface StoreInstallationRow {
  store_id: string;
  id: string;
  app_id: string;
  state: string;
  scopes: string[];
  suspended: boolean;
}

// Over several stores on purpose: it is asked for the stores of events that arrived together.
const STATEMENT: Statement = {
  name: 'installation-list-of-stores',
  text: `select i.store_id, i.id, i.app_id, i.state, i.scopes,
      a.suspended_at is not null or d.suspended_at is not null as suspended
    from unnest($1::text[]) with ordinality as asked (store_id, place)
    join installation i on i.store_id = asked.store_id and i.state <> 'uninstalled'
    join app a on a.id = i.app_id
    join developer d on d.id = a.developer_id
    order by asked.place, i.app_id`,
};

/** The installations of the stores but the uninstalled ones. */
export function listInstallationsOfStores(
  db: Queryable,
  storeIds: string[],
): Promise<StoreInstallationRow[]> {
  return db.rows(STATEMENT, [storeIds]);
}
