import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const FIND = storeStatement('shop-find-many', `select id from shop where store_id = $1 and id = any($2)`);

/** Finds which of some shops belong to the store. */
export async function shopFindMany(db: Queryable, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(FIND, [storeId, shopIds]);
  return new Set(rows.map(({ id }) => id));
}

const INSERT = storeStatement(
  'shop-insert-many',
  `insert into shop select * from json_populate_recordset(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do nothing`,
);

/** Adds up to 1,000 shops; those that exist stay. */
export async function shopSaveMany(
  db: Queryable,
  storeId: string,
  shops: { shopId: string }[],
): Promise<void> {
  const rows = shops.map(({ shopId }) => ({ store_id: storeId, id: shopId }));
  await db.rows(INSERT, [storeId, JSON.stringify(rows)]);
}
