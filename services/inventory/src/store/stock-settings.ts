import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockKey } from '../domain/stock-key.ts';
import type { Prisma } from './prisma.ts';
import { keyColumns } from './stock-item.ts';

/** Finds the threshold of a store's items that have no own one. */
export async function stockSettingsFind(prisma: Prisma, storeId: string): Promise<{ lowAt: number }> {
  return (
    (await prisma.forStore(storeId).stockSettings.findFirst({ select: { lowAt: true } })) ?? { lowAt: 0 }
  );
}

/** Sets the threshold of a store; a bulk job applies it to the items. */
export async function stockSettingsSave(prisma: Prisma, storeId: string, lowAt: number): Promise<void> {
  await prisma.forStore(storeId).stockSettings.upsert({
    where: { storeId },
    create: { storeId, lowAt },
    update: { lowAt },
  });
}

const SET_LOW_AT = storeStatement(
  'stock_item-update-low_at',
  `update stock_item set has_own_low_at = $5::int is not null,
     low_at = coalesce($5, (select low_at from stock_settings where store_id = $1), 0)
   where store_id = $1 and shop_id = $2 and product_id = $3 and variant_id = $4`,
);

/** Sets the threshold of an existing item; null: the store's. */
export async function stockItemSetLowAt(
  tx: Queryable,
  storeId: string,
  { shopId, productId, variantId }: StockKey,
  lowAt: number | null,
): Promise<void> {
  await tx.rows(SET_LOW_AT, [storeId, shopId, productId, variantId, lowAt]);
}

// In the order of keys, like every statement that locks items.
const LOCK_PART = storeStatement(
  'stock_item-lock-without_own_low_at',
  `select shop_id as "shopId", product_id as "productId", variant_id as "variantId" from stock_item
   where store_id = $1 and (shop_id, product_id, variant_id) > ($2, $3, $4) and not has_own_low_at
   order by shop_id, product_id, variant_id limit $5 for update`,
);

/** Locks the items of a store after a key that have no own threshold, in the order of their keys. */
export async function stockItemLockWithoutOwnLowAt(
  tx: Queryable,
  storeId: string,
  after: StockKey,
  limit: number,
): Promise<StockKey[]> {
  return tx.rows<StockKey>(LOCK_PART, [storeId, after.shopId, after.productId, after.variantId, limit]);
}

const SET_LOW_AT_MANY = storeStatement(
  'stock_item-update-low_at_many',
  `update stock_item s set low_at = $5
   from unnest($2::text[], $3::text[], $4::text[]) as k (shop_id, product_id, variant_id)
   where s.store_id = $1 and s.shop_id = k.shop_id and s.product_id = k.product_id and s.variant_id = k.variant_id
     and s.low_at <> $5`,
);

/** Sets the threshold of items, which are locked. */
export async function stockItemSetLowAtMany(
  tx: Queryable,
  storeId: string,
  keys: StockKey[],
  lowAt: number,
): Promise<void> {
  await tx.rows(SET_LOW_AT_MANY, [storeId, ...keyColumns(keys), lowAt]);
}
