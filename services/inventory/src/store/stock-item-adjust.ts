import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { enumName } from '@commerce/proto/enum.ts';
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
  type: StockedProduct['type'] | null;
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

/** An adjustment with others in one statement. */
export interface Adjustment {
  key: StockKey;
  quantity: Quantity;
  cause: Cause;
}

/** As STOCK_ITEM_ADJUST, for distinct items that exist and fit; the others are left out of the result. Items are locked in the order of their keys. */
// `is not true` makes the subquery a hash table; a join would be a loop over all items for each of them.
const ADJUST_MANY = storeStatement(
  'stock_item-adjust-many',
  `with asked as (
     select * from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[],
       $10::timestamptz[]) with ordinality
       as a (shop_id, product_id, variant_id, delta, count, reason, actor_kind, actor_id, at, position)
   ), item as (
     select a.*, s.on_hand, s.reserved,
       case when a.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, a.variant_id)] end as sku
     from asked a
     join shop h on h.store_id = $1 and h.id = a.shop_id
     join product p on p.store_id = $1 and p.id = a.product_id
       and p.type <> 'service' and not p.is_draft and not p.is_deleted
       and case when a.variant_id = '' then cardinality(p.variant_ids) = 0 else a.variant_id = any(p.variant_ids) end
     join stock_item s on s.store_id = $1 and s.shop_id = a.shop_id and s.product_id = a.product_id
       and s.variant_id = a.variant_id
     order by a.shop_id, a.product_id, a.variant_id
     for update of s
   ), wish as (
     select *, coalesce(count, on_hand::bigint + delta) as requested from item
   ), updated as (
     update stock_item s set on_hand = w.requested, version = s.version + 1 from wish w
     where s.store_id = $1 and s.shop_id = w.shop_id and s.product_id = w.product_id and s.variant_id = w.variant_id
       and w.requested between w.reserved and ${MAX_UNITS} and w.requested <> w.on_hand
     returning w.position, w.sku, w.shop_id, w.product_id, w.variant_id, w.reason, w.actor_kind, w.actor_id, w.at,
       w.on_hand as before, w.reserved as reserved_before, s.on_hand, s.reserved, s.version
   ), moved as (
     insert into stock_movement (store_id, shop_id, product_id, variant_id, delta, on_hand, kind, reason, actor_kind,
       actor_id, created_at)
     select $1, shop_id, product_id, variant_id, on_hand - before, on_hand, 'adjustment', reason, actor_kind, actor_id, at
     from updated
   )
   select position::int, sku, before as on_hand_before, reserved_before, on_hand, reserved, version from updated
   union all
   select position::int, sku, on_hand, reserved, null, null, null from item
   where (position in (select position from updated)) is not true`,
);

type AdjustManyRow = Pick<AdjustRow, 'sku' | 'on_hand' | 'reserved' | 'version'> & {
  position: number;
  on_hand_before: number;
  reserved_before: number;
};

/**
 * Adjusts distinct items that exist, each as `stockItemAdjust` does.
 * @returns by index of the adjustment; without those whose item does not exist, or that name no item
 */
export async function stockItemAdjustMany(
  db: Queryable,
  storeId: string,
  adjustments: readonly Adjustment[],
): Promise<Map<number, Pick<Adjusted, 'sku' | 'after'> & { before: NonNullable<Adjusted['before']> }>> {
  const rows = await db.rows<AdjustManyRow>(ADJUST_MANY, [
    storeId,
    adjustments.map(({ key }) => key.shopId),
    adjustments.map(({ key }) => key.productId),
    adjustments.map(({ key }) => key.variantId),
    adjustments.map(({ quantity }) => quantity.delta ?? null),
    adjustments.map(({ quantity }) => quantity.set ?? null),
    adjustments.map(({ cause }) => cause.reason ?? null),
    adjustments.map(({ cause }) => enumName(Actor_Kind, cause.actor.kind)),
    adjustments.map(({ cause }) => cause.actor.id),
    adjustments.map(({ cause }) => new Date(cause.atMs)),
  ]);
  return new Map(
    rows.map((row) => [
      row.position - 1,
      {
        sku: row.sku ?? undefined,
        before: { onHand: row.on_hand_before, reserved: row.reserved_before },
        after:
          row.on_hand === null
            ? undefined
            : { onHand: row.on_hand, reserved: row.reserved!, version: row.version! },
      },
    ]),
  );
}
