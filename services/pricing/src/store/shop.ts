import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const FIND_MANY = storeStatement(
  'shop-find-many',
  'select id from shop where store_id = $1 and id = any($2)',
);

/** Finds which of some shops are known. */
export async function shopFindMany(db: Queryable, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(FIND_MANY, [storeId, shopIds]);
  return new Set(rows.map(({ id }) => id));
}

const INSERT_MISSING = storeStatement(
  'shop-insert-missing',
  `insert into shop (store_id, id)
   select $1, r.id from unnest($2::text[]) r(id) where not exists (select from shop s where s.store_id = $1 and s.id = r.id)
   on conflict do nothing`,
);

/** Adds shops of the catalog without a default list; known ones stay unchanged. */
export async function shopInsertMissing(db: Queryable, storeId: string, shopIds: string[]): Promise<void> {
  await db.rows(INSERT_MISSING, [storeId, shopIds]);
}

const UPDATE_DEFAULT = storeStatement(
  'shop-update-default_price_list',
  'update shop set default_price_list_id = $3 where store_id = $1 and id = $2',
);

/** Sets the default list of a known shop; null: none. */
export async function shopUpdateDefault(
  tx: Queryable,
  storeId: string,
  shopId: string,
  priceListId: string | null,
): Promise<void> {
  await tx.rows(UPDATE_DEFAULT, [storeId, shopId, priceListId]);
}

const LIST_DEFAULTS = storeStatement(
  'shop-list-default_price_lists',
  `select id, default_price_list_id as "priceListId" from shop
   where store_id = $1 and default_price_list_id is not null order by id`,
);

/** Lists the default lists of the shops that have one. */
export async function shopListDefaults(
  db: Queryable,
  storeId: string,
): Promise<{ shopId: string; priceListId: string }[]> {
  const rows = await db.rows<{ id: string; priceListId: string }>(LIST_DEFAULTS, [storeId]);
  return rows.map(({ id, priceListId }) => ({ shopId: id, priceListId }));
}

const EXISTS_BY_LIST = storeStatement(
  'shop-exists-by_price_list',
  'select exists (select from shop where store_id = $1 and default_price_list_id = $2) as found',
);

/** Finds out whether a price list is the default of a shop. */
export async function shopExistsByDefault(tx: Queryable, storeId: string, listId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(EXISTS_BY_LIST, [storeId, listId]);
  return row!.found;
}
