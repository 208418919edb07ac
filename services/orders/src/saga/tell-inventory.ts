import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { orderStockOf } from '../domain/order-stock.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { Deps } from '../deps.ts';

/** How long an answer waits for inventory, in ms: so that stock read after it is right, in all but the worst case. */
const PATIENCE_MS = 1_000;

/** How it went: `told` means that telling once more would change nothing, `away` that nobody could be told anything. */
export type Telling = 'told' | 'away' | 'failed';

/**
 * Tells inventory what an order holds of the stock, after the commit. That it fails is no failure: the order's event says the same
 * and always arrives.
 */
export async function tellInventory(
  { clients, logger }: Pick<Deps, 'clients' | 'logger'>,
  ctx: Context,
  record: OrderRecord,
): Promise<Telling> {
  const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + PATIENCE_MS);
  const stock = orderStockOf(record);
  try {
    await clients.inventory.setOrderStock({ ...childContext(ctx), deadlineMs }, { stock });
    return 'told';
  } catch (err) {
    const code = err instanceof Fault ? err.code : 'server_error';
    // An order without goods of the catalogue, or from before this service, has nothing at inventory.
    if (code === 'not_found') return 'told';
    logger.warn({ err, order: record.order.id, request_id: ctx.requestId }, 'inventory did not take it');
    // The reservation had lapsed and the goods are gone: the next version of the order tries again.
    if (code === 'conflict') return 'told';
    return code === 'unavailable' || code === 'timeout' ? 'away' : 'failed';
  }
}
