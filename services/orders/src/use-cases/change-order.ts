import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { withoutDelivery } from '../domain/erased-buyer.ts';
import type { ChangedOrder, OrderChange } from '../domain/order-change.ts';
import type { OrderRecord } from '../domain/order.ts';
import { hasStatus, isOpen } from '../domain/status-flow.ts';
import { publishOrderChanged } from '../events/publish.ts';
import type { Deps } from '../deps.ts';
import { orderLockByKey, orderUpdate } from '../store/order.ts';
import { orderEventAppend, orderEventClearNotes } from '../store/order-event.ts';
import { orderLineReplace } from '../store/order-line.ts';
import { orderPaymentAppend } from '../store/order-payment.ts';
import { recordedAnswerErase } from '../store/recorded-answer.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { syncChangedStock } from './sync-order-stock.ts';

/** Decides the change of an order; undefined leaves it as it is. It may read within the transaction, but not lock. */
export type Decide = (
  record: OrderRecord,
  tx: Queryable,
) => OrderChange | undefined | Promise<OrderChange | undefined>;

/** The response of every method that changes an order. */
export interface OrderAnswer {
  order: Order | undefined;
}

/** Encodes the response message of a method that answers an order. */
interface AnswerCodec {
  encode(message: OrderAnswer): { finish(): Uint8Array };
}

/**
 * Changes one order for a request: order, history, events and the record of the key are one transaction; then the stock is
 * synced to inventory if the change altered it.
 * @param key the order's id or its number
 * @throws Fault not_found; the refusals of `decide`
 */
export async function changeOrder(
  deps: Deps,
  ctx: Context,
  answer: AnswerCodec,
  key: string,
  decide: Decide,
): Promise<OrderAnswer | StoredAnswer> {
  let changed: ChangedOrder | undefined;
  const result = await deps.writer.write(ctx, answer, async (unit) => {
    changed = await applyChange(unit, deps, ctx, key, decide);
    const { order, erasedBuyerId } = changed.after;
    unit.concerns(order.customer?.id ?? erasedBuyerId);
    return { order };
  });
  // A stored answer is that of an earlier change, whose stock was synced then.
  if (!(result instanceof StoredAnswer)) await syncChangedStock(deps, ctx, changed!);
  return result;
}

/**
 * Changes one order within a transaction: locks its row, decides, stamps, writes the order, its history and its events. An order
 * that ends loses the delivery data of an erased buyer.
 * @param key the order's id or its number
 * @throws Fault not_found; the refusals of `decide`
 */
export async function applyChange(
  unit: Unit,
  { stamp, clock }: Pick<Deps, 'stamp' | 'clock'>,
  ctx: Context,
  key: string,
  decide: Decide,
): Promise<ChangedOrder> {
  const storeId = storeOf(ctx);
  const { actor } = ctx;
  const before = await orderLockByKey(unit, storeId, key);
  if (before === undefined) throw notFound({ id: 'order' });
  const decided = await decide(before, unit);
  if (decided === undefined) return { before, after: before };
  const change = withoutDelivery(decided);
  const { id: orderId } = before.order;
  if (change.changed.length === 0) {
    await orderEventAppend(unit, { storeId, orderId, actor, at: new Date(clock.now()) }, change.history);
    return { before, after: before };
  }
  const at = await stamp(unit, storeId);
  if (change.changed.includes('status')) await requireStatusInFlow(unit, storeId, change.record.order.status);
  const after: OrderRecord = {
    ...change.record,
    version: before.version + 1,
    order: { ...change.record.order, updatedAtMs: at.getTime() },
  };
  await orderUpdate(unit, after);
  await orderPaymentAppend(unit, before, after, { actor, at });
  const changed: ChangedOrder = { before, after, takesOver: change.takesOver };
  if (before.order.lineItems !== after.order.lineItems) await orderLineReplace(unit, storeId, [after]);
  await orderEventAppend(unit, { storeId, orderId, actor, at }, change.history);
  const { erasedBuyerId } = decided.record;
  if (erasedBuyerId !== undefined && after.erasedBuyerId === undefined) {
    await orderEventClearNotes(unit, storeId, orderId);
    await recordedAnswerErase(unit, storeId, erasedBuyerId);
  }
  publishOrderChanged(unit, changed, change.changed);
  return changed;
}

/** Checks once more under the store's stamp, which changes of the flow take too, that the flow has the status. */
async function requireStatusInFlow(tx: Queryable, storeId: string, status: string): Promise<void> {
  if (!isOpen(status) || hasStatus(await statusFlowFind(tx, storeId), status)) return;
  throw conflict('status_not_in_flow', "The store's status flow does not have this status.", 'status');
}
