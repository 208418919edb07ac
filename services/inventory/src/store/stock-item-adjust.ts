import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Quantity } from '../domain/adjustment.ts';
import type { Cause } from '../domain/movement.ts';
import type { StockedProduct } from '../domain/product.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import type { StockKey } from '../domain/stock-key.ts';
import { CAUSE_COLUMNS, causeValues } from './movement.ts';

/**
 * The statement of an adjustment, the most frequent write. $1 to $4 are the key; $5 is the number of units to add, $6 the new count,
 * and one of the two is null. `item` waits for the item's lock and reads the row as it is then, so everything else is computed from
 * it and never from the snapshot. An item that does not exist is added, while its product is locked against deletion; when another
 * transaction adds it first, the statement does nothing and must be run again.
 */
export const STOCK_ITEM_ADJUST = storeStatement(
  'stock_item-adjust',
  `with known as (
     select sku, type, is_draft, is_deleted, variant_ids, variant_skus from product where store_id = $1 and id = $3
   ), fit as (
     select case when $4 = '' then sku else variant_skus[array_position(variant_ids, $4)] end as sku from known
     where type <> 'service' and not is_draft and not is_deleted
       and case when $4 = '' then cardinality(variant_ids) = 0 else $4 = any(variant_ids) end
       and exists (select from shop where store_id = $1 and id = $2)
   ), item as (
     select on_hand, reserved from stock_item
     where store_id = $1 and shop_id = $2 and product_id = $3 and variant_id = $4 and exists (select from fit)
     for update
   ), wish as (
     select on_hand, reserved, coalesce($6::int, on_hand::bigint + $5::int) as requested from item
   ), updated as (
     update stock_item s set on_hand = wish.requested, version = s.version + 1 from wish
     where s.store_id = $1 and s.shop_id = $2 and s.product_id = $3 and s.variant_id = $4
       and wish.requested between wish.reserved and ${MAX_UNITS} and wish.requested <> wish.on_hand
     returning wish.on_hand as before, s.on_hand, s.reserved, s.version
   ), alive as (
     select from product where store_id = $1 and id = $3 and not is_draft and not is_deleted
       and exists (select from fit) and not exists (select from item)
     for share
   ), added as (
     insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand, low_at)
     select $1, $2, $3, $4, coalesce($6, $5), coalesce((select low_at from stock_settings where store_id = $1), 0)
     from alive where coalesce($6, $5) between 1 and ${MAX_UNITS}
     on conflict (store_id, shop_id, product_id, variant_id) do nothing
     returning 0 as before, on_hand, reserved, version
   ), changed as (
     select * from updated union all select * from added
   ), moved as (
     insert into stock_movement (store_id, shop_id, product_id, variant_id, delta, on_hand, ${CAUSE_COLUMNS})
     select $1, $2, $3, $4, on_hand - before, on_hand, $7, $8, $9, $10, $11, $12::timestamptz from changed
   )
   select exists (select from shop where store_id = $1 and id = $2) as shop_found,
     known.type, known.variant_ids, known.is_draft, known.is_deleted, fit.sku, exists (select from fit) as fits,
     item.on_hand as on_hand_before, item.reserved as reserved_before,
     changed.on_hand, changed.reserved, changed.version
   from (values (1)) as always
   left join known on true left join fit on true left join item on true left join changed on true`,
);

interface AdjustRow {
  shop_found: boolean;
  type: string | null;
  variant_ids: string[] | null;
  is_draft: boolean | null;
  is_deleted: boolean | null;
  sku: string | null;
  fits: boolean;
  on_hand_before: number | null;
  reserved_before: number | null;
  on_hand: number | null;
  reserved: number | null;
  version: number | null;
}

/** Outcome of an adjustment. */
export interface Adjusted {
  shopFound: boolean;
  /** Undefined when the product is unknown. */
  product: Pick<StockedProduct, 'type' | 'variantIds' | 'draft' | 'deleted'> | undefined;
  sku: string | undefined;
  /** False when shop, product and variant do not name an item that can have stock; then nothing was read or changed. */
  fits: boolean;
  /** Undefined when there was no item. */
  before: { onHand: number; reserved: number } | undefined;
  /** Undefined when nothing was changed. */
  after: { onHand: number; reserved: number; version: number } | undefined;
}

/**
 * Adjusts the units on hand and adds the movement, unless the result is the present count, less than is reserved or more than
 * MAX_UNITS.
 */
export async function stockItemAdjust(
  db: Queryable,
  storeId: string,
  { shopId, productId, variantId }: StockKey,
  { delta, set }: Quantity,
  cause: Cause,
): Promise<Adjusted> {
  const parameters = [storeId, shopId, productId, variantId, delta ?? null, set ?? null];
  const [row] = await db.rows<AdjustRow>(STOCK_ITEM_ADJUST, [...parameters, ...causeValues(cause)]);
  const { type, variant_ids, on_hand_before, reserved_before, on_hand, reserved, version } = row!;
  return {
    shopFound: row!.shop_found,
    product:
      variant_ids === null
        ? undefined
        : { type: type!, variantIds: variant_ids, draft: row!.is_draft!, deleted: row!.is_deleted! },
    sku: row!.sku ?? undefined,
    fits: row!.fits,
    before: on_hand_before === null ? undefined : { onHand: on_hand_before, reserved: reserved_before! },
    after: on_hand === null ? undefined : { onHand: on_hand, reserved: reserved!, version: version! },
  };
}
