import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Quantity } from '../domain/adjustment.ts';
import type { Goods } from '../domain/goods.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { CAUSE_COLUMNS, causeValues, type Cause } from './movement.ts';

// One statement, because this is the write that comes most often. $1 to $4 name the item, $5 is what to add, $6 what to have; the
// one that is null is the one not asked for. `item` waits for the item's lock and has what is there then, so everything else is
// worked out from it and never from the snapshot. An item that is not there yet is added, while its product is kept from being
// deleted; when another transaction adds it first, nothing is done here, and the statement is to be run again.
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
     select on_hand, reserved, coalesce($6::int, on_hand::bigint + $5::int) as wished from item
   ), updated as (
     update stock_item s set on_hand = wish.wished, version = s.version + 1 from wish
     where s.store_id = $1 and s.shop_id = $2 and s.product_id = $3 and s.variant_id = $4
       and wish.wished between wish.reserved and ${MAX_UNITS} and wish.wished <> wish.on_hand
     returning wish.on_hand as before, s.on_hand, s.reserved, s.version
   ), alive as (
     select from product where store_id = $1 and id = $3 and not is_draft and not is_deleted
       and exists (select from fit) and not exists (select from item)
     for share
   ), added as (
     insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand, low_at)
     select $1, $2, $3, $4, coalesce($6, $5), coalesce((select low_at from stock_settings where store_id = $1), 0) from alive where coalesce($6, $5) between 1 and ${MAX_UNITS}
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

/** What came of an adjustment. */
export interface Adjusted {
  shopFound: boolean;
  /** Undefined when it is not known. */
  product: { type: string | null; variantIds: string[]; draft: boolean; deleted: boolean } | undefined;
  sku: string | undefined;
  /** Whether shop, product and variant name something of which there can be stock; otherwise nothing was looked at or done. */
  fits: boolean;
  /** What there was; undefined where there was no item. */
  before: { onHand: number; reserved: number } | undefined;
  /** What there is; undefined when nothing was changed. */
  after: { onHand: number; reserved: number; version: number } | undefined;
}

/**
 * Changes what a shop has on hand, and writes the movement, unless what is asked for is what there is or cannot be: less than is
 * reserved, or more than MAX_UNITS.
 */
export async function stockItemAdjust(
  db: Queryable,
  storeId: string,
  { shopId, productId, variantId }: Goods,
  { delta, set }: Quantity,
  cause: Cause,
): Promise<Adjusted> {
  const what = [storeId, shopId, productId, variantId, delta ?? null, set ?? null];
  const [row] = await db.rows<AdjustRow>(STOCK_ITEM_ADJUST, [...what, ...causeValues(cause)]);
  const { type, variant_ids, on_hand_before, reserved_before, on_hand, reserved, version } = row!;
  return {
    shopFound: row!.shop_found,
    product:
      variant_ids === null
        ? undefined
        : { type, variantIds: variant_ids, draft: row!.is_draft!, deleted: row!.is_deleted! },
    sku: row!.sku ?? undefined,
    fits: row!.fits,
    before: on_hand_before === null ? undefined : { onHand: on_hand_before, reserved: reserved_before! },
    after: on_hand === null ? undefined : { onHand: on_hand, reserved: reserved!, version: version! },
  };
}
