import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { productTombstone } from '../store/product.ts';
import { stockItemApplyMany, stockItemDeleteEmpty, stockItemLockByProduct } from '../store/stock-item.ts';

/**
 * Makes the deletion of a product final: leaves a tombstone, and in every shop a last movement after which nothing is on hand. Units
 * that an order has reserved stay until the order is done. Emits no event; `product.deleted` already covers it.
 */
export async function tombstoneProduct(
  db: Queryable,
  ctx: Context,
  clock: Clock,
  product: { productId: string; version: number },
): Promise<void> {
  const storeId = storeOf(ctx);
  if (!(await productTombstone(db, storeId, product))) return;
  const items = await stockItemLockByProduct(db, storeId, product.productId);
  const changes = items
    .filter(({ onHand, reserved }) => onHand > reserved)
    .map((item) => ({ item, onHand: item.reserved, reserved: item.reserved }));
  await stockItemApplyMany(db, storeId, changes, {
    kind: 'adjustment',
    reason: 'The product was deleted.',
    actor: ctx.actor,
    atMs: clock.now(),
  });
  await stockItemDeleteEmpty(db, storeId, product.productId);
}
