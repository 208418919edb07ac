import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Cause } from '../domain/movement.ts';
import type { ChangedStockItem, LockedStockItem, StockItemChange } from '../domain/stock.ts';
import type { StockKey } from '../domain/stock-key.ts';
import type { StockItem } from '../generated/prisma/client.ts';
import { CAUSE_COLUMNS, causeValues } from './movement.ts';

/** The arrays by which a statement receives stock keys. */
export const keyColumns = (keys: StockKey[]): string[][] => [
  keys.map(({ shopId }) => shopId),
  keys.map(({ productId }) => productId),
  keys.map(({ variantId }) => variantId),
];

type ItemRow = Columns<Pick<StockItem, 'shopId' | 'productId' | 'variantId' | 'onHand' | 'reserved'>>;

const COLUMNS = 's.shop_id, s.product_id, s.variant_id, s.on_hand, s.reserved';

// Items are always locked in the order of their keys, which prevents deadlocks.
const IN_ORDER = 'order by s.shop_id, s.product_id, s.variant_id for update of s';

const lockedFromRow = (row: ItemRow): LockedStockItem => ({
  shopId: row.shop_id,
  productId: row.product_id,
  variantId: row.variant_id,
  onHand: row.on_hand,
  reserved: row.reserved,
});

const INSERT_MISSING = storeStatement(
  'stock_item-insert-missing',
  `insert into stock_item as s (store_id, shop_id, product_id, variant_id, on_hand, low_at)
   select p.store_id, k.shop_id, k.product_id, k.variant_id, 0,
     coalesce((select low_at from stock_settings where store_id = $1), 0)
   from unnest($2::text[], $3::text[], $4::text[]) as k (shop_id, product_id, variant_id)
   join product p on p.store_id = $1 and p.id = k.product_id
   order by k.shop_id collate "C", k.product_id collate "C", k.variant_id collate "C"
   on conflict (store_id, shop_id, product_id, variant_id) do nothing`,
);

/** Adds the items of keys that were never stocked, with nothing on hand. Call it before any item is locked: it goes in the order of keys. */
export async function stockItemInsertMissing(
  db: Queryable,
  storeId: string,
  keys: StockKey[],
): Promise<void> {
  await db.rows(INSERT_MISSING, [storeId, ...keyColumns(keys)]);
}

const LOCK_MANY = storeStatement(
  'stock_item-lock-many',
  `select ${COLUMNS} from unnest($2::text[], $3::text[], $4::text[]) as k (shop_id, product_id, variant_id)
   join stock_item s on s.store_id = $1 and s.shop_id = k.shop_id and s.product_id = k.product_id and s.variant_id = k.variant_id
   ${IN_ORDER}`,
);

/** Locks the items of distinct keys; those that were never stocked are left out. */
export async function stockItemLockMany(
  db: Queryable,
  storeId: string,
  keys: StockKey[],
): Promise<LockedStockItem[]> {
  return (await db.rows<ItemRow>(LOCK_MANY, [storeId, ...keyColumns(keys)])).map(lockedFromRow);
}

// Goes through the shops, because the key begins with them.
const LOCK_BY_PRODUCT = storeStatement(
  'stock_item-lock-by_product',
  `select ${COLUMNS} from shop h
   join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
   where h.store_id = $1 ${IN_ORDER}`,
);

/** Locks the items of a product in every shop and variant. */
export async function stockItemLockByProduct(
  db: Queryable,
  storeId: string,
  productId: string,
): Promise<LockedStockItem[]> {
  return (await db.rows<ItemRow>(LOCK_BY_PRODUCT, [storeId, productId])).map(lockedFromRow);
}

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
     not p.is_draft and not p.is_deleted as is_visible,
     case when s.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, s.variant_id)] end as sku`,
);

interface ChangedRow extends ItemRow {
  sku: string | null;
  version: number;
  is_visible: boolean;
}

/**
 * Applies changes of items, which are locked, and adds a movement for each whose count on hand changes.
 * @param cause undefined when no count on hand changes
 */
export async function stockItemApplyMany(
  db: Queryable,
  storeId: string,
  changes: StockItemChange[],
  cause: Cause | undefined,
): Promise<ChangedStockItem[]> {
  if (changes.length === 0) return [];
  const rows = await db.rows<ChangedRow>(APPLY, [
    storeId,
    ...keyColumns(changes.map(({ item }) => item)),
    changes.map(({ onHand }) => onHand),
    changes.map(({ reserved }) => reserved),
    changes.map(({ item, onHand }) => onHand - item.onHand),
    ...causeValues(cause),
  ]);
  return rows.map((row) => ({
    ...lockedFromRow(row),
    sku: row.sku ?? undefined,
    version: row.version,
    isVisible: row.is_visible,
  }));
}

const DELETE_EMPTY = storeStatement(
  'stock_item-delete-empty',
  `delete from stock_item s using shop h
   where h.store_id = $1 and s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2 and s.on_hand = 0`,
);

/** Deletes the items of a product, which are locked, that have nothing on hand. */
export async function stockItemDeleteEmpty(db: Queryable, storeId: string, productId: string): Promise<void> {
  await db.rows(DELETE_EMPTY, [storeId, productId]);
}
