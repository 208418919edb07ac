import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const UPSERT = storeStatement(
  'stock_item-upsert-many',
  `insert into stock_item as s select * from json_populate_recordset(null::stock_item, $2) r where r.store_id = $1
   on conflict (store_id, shop_id, product_id, variant_id) do update set
     on_hand = excluded.on_hand, reserved = excluded.reserved, version = s.version + 1`,
);

/** What a shop has of a product or variant. */
export interface StockItemRecord {
  shopId: string;
  productId: string;
  /** Null for a product without variants. */
  variantId: string | null;
  onHand: number;
  reserved: number;
}

/** Adds or overwrites up to 1,000 stock items; their products are saved already. */
export async function stockItemSaveMany(
  db: Queryable,
  storeId: string,
  items: StockItemRecord[],
): Promise<void> {
  const rows = items.map((item) => ({
    store_id: storeId,
    shop_id: item.shopId,
    product_id: item.productId,
    variant_id: item.variantId ?? '',
    on_hand: item.onHand,
    reserved: item.reserved,
    version: 1,
  }));
  await db.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}
