import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { changesLines, type ChangedOrder } from '../domain/order-change.ts';
import { changedStockOf, stockStateOf } from '../domain/order-stock.ts';
import type { Deps } from '../deps.ts';

/** Maximum time for which an answer waits for inventory, in ms, so that stock read after the answer is nearly always current. */
export const MAX_WAIT_MS = 1_000;

/** Result of a sync: `done` if another one would change nothing, `unavailable` if inventory is down for all orders. */
export type StockSync = 'done' | 'unavailable' | 'failed';

/**
 * Sends inventory the stock that an order holds, after the commit. Best effort: on failure, the order event delivers the same
 * update.
 */
export async function syncOrderStock(
  { clients, logger }: Pick<Deps, 'clients' | 'logger'>,
  ctx: Context,
  stock: OrderStock,
): Promise<StockSync> {
  const deadlineMs = Math.min(ctx.deadlineMs, deadlineIn(MAX_WAIT_MS));
  try {
    await clients.inventory.setOrderStock({ ...childContext(ctx), deadlineMs }, { stock });
    return 'done';
  } catch (err) {
    const code = err instanceof Fault ? err.code : 'server_error';
    // Inventory holds nothing for an order without products of the catalog.
    if (code === 'not_found') return 'done';
    logFailedSync(logger, err, ctx, [stock.orderId]);
    // The reservation expired and the stock is gone: the next version of the order syncs again.
    return code === 'conflict' ? 'done' : syncAfter(err);
  }
}

/** Result of a sync that failed without a refusal. */
export function syncAfter(err: unknown): Exclude<StockSync, 'done'> {
  const isDown = err instanceof Fault && (err.code === 'unavailable' || err.code === 'timeout');
  return isDown ? 'unavailable' : 'failed';
}

/** Logs that the stock of orders could not be sent. */
export function logFailedSync(
  logger: Logger,
  err: unknown,
  { requestId }: Context,
  orders: readonly string[],
): void {
  logger.warn({ err, orders, request_id: requestId }, 'failed to sync order stock to inventory');
}

/** Syncs the stock of an order if a committed change altered what it holds. */
export async function syncChangedStock(
  deps: Pick<Deps, 'clients' | 'logger'>,
  ctx: Context,
  changed: ChangedOrder,
): Promise<void> {
  const { before, after, takesOver } = changed;
  const isSameState = stockStateOf(before.order.status) === stockStateOf(after.order.status);
  if (isSameState && !changesLines(changed)) return;
  const stock = changedStockOf(after, takesOver);
  if (stock !== undefined) await syncOrderStock(deps, ctx, stock);
}
