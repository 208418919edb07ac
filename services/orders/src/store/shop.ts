import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const EXISTS = storeStatement('shop-exists', 'select 1 from shop where store_id = $1 and id = $2');

/** Returns whether the copy of the store's shops has a shop. */
export async function shopExists(db: Queryable, storeId: string, id: string): Promise<boolean> {
  return (await db.rows(EXISTS, [storeId, id])).length > 0;
}

const INSERT = storeStatement(
  'shop-insert-many',
  `insert into shop select * from json_populate_recordset(null::shop, $2) r where r.store_id = $1
   on conflict do nothing`,
);

/** Adds shops to the copy; existing ones stay. */
export async function shopInsertMany(db: Queryable, storeId: string, ids: string[]): Promise<void> {
  await db.rows(INSERT, [storeId, JSON.stringify(ids.map((id) => ({ store_id: storeId, id })))]);
}
