import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { productBury } from '../store/product-save.ts';
import { stockItemApplyMany, stockItemDeleteEmpty } from '../store/stock-item-apply.ts';
import { stockItemLockOfProduct } from '../store/stock-item-lock.ts';

/**
 * Makes the deletion of a product final: a tombstone, and in every shop a last movement that leaves nothing on hand. What an order has
 * reserved all the same stays until the order is done. Told nobody: `product.deleted` has told it.
 */
export async function buryProduct(
  db: Queryable,
  ctx: Context,
  clock: Clock,
  product: { productId: string; version: number },
): Promise<void> {
  const storeId = storeOf(ctx);
  if (!(await productBury(db, storeId, product))) return;
  const items = await stockItemLockOfProduct(db, storeId, product.productId);
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
