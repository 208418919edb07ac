import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const UPSERT = storeStatement(
  'shop-upsert-many',
  `insert into shop select * from json_populate_recordset(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set default_price_list_id = excluded.default_price_list_id`,
);

const FIND = storeStatement('shop-find-many', 'select id from shop where store_id = $1 and id = any($2)');

const PROJECT = storeStatement(
  'shop-project-many',
  `insert into shop (store_id, id)
   select $1, r.id from unnest($2::text[]) r(id) where not exists (select from shop s where s.store_id = $1 and s.id = r.id)
   on conflict do nothing`,
);

const SET_DEFAULT = storeStatement(
  'shop-update-default_price_list',
  'update shop set default_price_list_id = $3 where store_id = $1 and id = $2',
);

const LIST_DEFAULTS = storeStatement(
  'shop-list-default_price_lists',
  `select id, default_price_list_id as "priceListId" from shop
   where store_id = $1 and default_price_list_id is not null order by id`,
);

/** A shop, as pricing knows it. */
export interface ShopRecord {
  shopId: string;
  /** The list by which it sells when none is asked for; null: base prices. */
  defaultPriceListId: string | null;
}

/** Adds or changes up to 1,000 shops; the lists that they name are saved already. */
export async function shopSaveMany(db: Queryable, storeId: string, shops: ShopRecord[]): Promise<void> {
  const rows = shops.map(({ shopId, defaultPriceListId }) => ({
    store_id: storeId,
    id: shopId,
    default_price_list_id: defaultPriceListId,
  }));
  await db.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}

/** Which of some shops are known. */
export async function shopFindMany(db: Queryable, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(FIND, [storeId, shopIds]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds shops of the catalogue, without a default list; those that are known stay as they are. */
export async function shopProjectMany(db: Queryable, storeId: string, shopIds: string[]): Promise<void> {
  await db.rows(PROJECT, [storeId, shopIds]);
}

/** Sets the list by which a known shop sells when none is asked for; null: none. */
export async function shopSetDefault(
  tx: Queryable,
  storeId: string,
  shopId: string,
  priceListId: string | null,
): Promise<void> {
  await tx.rows(SET_DEFAULT, [storeId, shopId, priceListId]);
}

/** The default lists of the shops that have one. */
export async function shopListDefaults(
  db: Queryable,
  storeId: string,
): Promise<{ shopId: string; priceListId: string }[]> {
  const rows = await db.rows<{ id: string; priceListId: string }>(LIST_DEFAULTS, [storeId]);
  return rows.map(({ id, priceListId }) => ({ shopId: id, priceListId }));
}
