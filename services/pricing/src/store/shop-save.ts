import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const UPSERT = storeStatement(
  'shop-upsert-many',
  `insert into shop select * from json_populate_recordset(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set default_price_list_id = excluded.default_price_list_id`,
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
