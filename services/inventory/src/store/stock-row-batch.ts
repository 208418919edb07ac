import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Goods } from '../domain/goods.ts';
import type { StockLevel } from '../domain/stock.ts';
import { goodsColumns } from './stock-item-lock.ts';

// Keys of several stores: each names its own.
const BATCH: Statement = {
  name: 'stock-batch-by_key',
  text: `select k.place, case when k.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, k.variant_id)] end as sku,
     coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as k (store_id, shop_id, product_id, variant_id, place)
   join shop h on h.store_id = k.store_id and h.id = k.shop_id
   join product p on p.store_id = k.store_id and p.id = k.product_id and not p.is_draft and not p.is_deleted
     and case when k.variant_id = '' then cardinality(p.variant_ids) = 0 else k.variant_id = any(p.variant_ids) end
   left join stock_item s on s.store_id = k.store_id and s.shop_id = k.shop_id and s.product_id = k.product_id
     and s.variant_id = k.variant_id`,
};

/** Names goods of a store. */
export interface StoreGoods extends Goods {
  storeId: string;
}

/** The stock of goods of any stores, at the places of the keys; undefined where shop, product or variant is not to be seen. */
export async function stockRowBatch(
  db: Queryable,
  keys: StoreGoods[],
): Promise<(Pick<StockLevel, 'sku' | 'onHand' | 'reserved'> | undefined)[]> {
  const rows = await db.rows<{ place: number; sku: string | null; on_hand: number; reserved: number }>(
    BATCH,
    [keys.map(({ storeId }) => storeId), ...goodsColumns(keys)],
  );
  const levels: (Pick<StockLevel, 'sku' | 'onHand' | 'reserved'> | undefined)[] = keys.map(() => undefined);
  for (const { place, sku, on_hand, reserved } of rows)
    levels[place - 1] = { sku: sku ?? undefined, onHand: on_hand, reserved };
  return levels;
}
