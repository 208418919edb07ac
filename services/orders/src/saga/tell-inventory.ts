import { onward, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { orderStockOf } from '../domain/order-stock.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { Deps } from '../rpc/deps.ts';

/** How long an answer waits for inventory, in ms: so that stock read after it is right, in all but the worst case. */
const PATIENCE_MS = 1_000;

/**
 * Tells inventory what an order holds of the stock, after the commit. That it fails is no failure: the order's event says the same
 * and always arrives.
 * @returns whether inventory knows
 */
export async function tellInventory(
  { neighbours, logger }: Pick<Deps, 'neighbours' | 'logger'>,
  ctx: Context,
  record: OrderRecord,
): Promise<boolean> {
  const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + PATIENCE_MS);
  const stock = orderStockOf(record);
  try {
    await neighbours.inventory.setOrderStock({ ...onward(ctx), deadlineMs }, { stock });
    return true;
  } catch (err) {
    // An order without goods of the catalogue has nothing at inventory.
    if (err instanceof Fault && err.code === 'not_found') return true;
    logger.warn({ err, order: record.order.id, request_id: ctx.requestId }, 'inventory was not told');
    return false;
  }
}
