import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Goods } from '../domain/goods.ts';
import type { Change } from '../domain/order-stock.ts';
import { CAUSE_COLUMNS, causeValues, type Cause } from './movement.ts';
import { goodsColumns } from './stock-item-lock.ts';

const APPLY = storeStatement(
  'stock_item-apply-many',
  `with change as (
     select * from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[])
       as c (shop_id, product_id, variant_id, on_hand, reserved, delta)
   ), moved as (
     insert into stock_movement (store_id, shop_id, product_id, variant_id, delta, on_hand, ${CAUSE_COLUMNS})
     select $1, shop_id, product_id, variant_id, delta, on_hand, $8, $9, $10, $11, $12, $13::timestamptz
     from change where delta <> 0
   )
   update stock_item s set on_hand = c.on_hand, reserved = c.reserved, version = s.version + 1
   from change c join product p on p.store_id = $1 and p.id = c.product_id
   where s.store_id = $1 and s.shop_id = c.shop_id and s.product_id = c.product_id and s.variant_id = c.variant_id
   returning s.shop_id, s.product_id, s.variant_id, s.on_hand, s.reserved, s.version,
     not p.is_draft and not p.is_deleted as shown,
     case when s.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, s.variant_id)] end as sku`,
);

const DELETE_EMPTY = storeStatement(
  'stock_item-delete-empty',
  `delete from stock_item s using shop h
   where h.store_id = $1 and s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2 and s.on_hand = 0`,
);

/** A stock item after a change. */
export interface ChangedItem extends Goods {
  sku: string | undefined;
  onHand: number;
  reserved: number;
  version: number;
  /** Whether its product is to be seen: neither a draft nor deleted. */
  shown: boolean;
}

interface ChangedRow {
  shop_id: string;
  product_id: string;
  variant_id: string;
  sku: string | null;
  on_hand: number;
  reserved: number;
  version: number;
  shown: boolean;
}

/** Writes what becomes of stock items, which are locked, and the movements of those of which another number is on hand. */
export async function stockItemApplyMany(
  db: Queryable,
  storeId: string,
  changes: Change[],
  cause: Cause,
): Promise<ChangedItem[]> {
  if (changes.length === 0) return [];
  const rows = await db.rows<ChangedRow>(APPLY, [
    storeId,
    ...goodsColumns(changes.map(({ item }) => item)),
    changes.map(({ onHand }) => onHand),
    changes.map(({ reserved }) => reserved),
    changes.map(({ item, onHand }) => onHand - item.onHand),
    ...causeValues(cause),
  ]);
  return rows.map((row) => ({
    shopId: row.shop_id,
    productId: row.product_id,
    variantId: row.variant_id,
    sku: row.sku ?? undefined,
    onHand: row.on_hand,
    reserved: row.reserved,
    version: row.version,
    shown: row.shown,
  }));
}

/** Removes the items of a product, which are locked, of which nothing is on hand. */
export async function stockItemDeleteEmpty(db: Queryable, storeId: string, productId: string): Promise<void> {
  await db.rows(DELETE_EMPTY, [storeId, productId]);
}
