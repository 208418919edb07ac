import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { makeOrder, NO_SUCH_CUSTOMER, type GatheredOrder } from '../domain/new-order.ts';
import type { OrderRecord } from '../domain/order.ts';
import { MIN_RESERVATION_LEFT_MS, retryLater } from '../domain/reservation.ts';
import { publishOrderCreated } from '../events/publish.ts';
import type { Deps } from '../deps.ts';
import { orderNumberTake } from '../store/order-counter.ts';
import { orderDraftLock } from '../store/order-draft.ts';
import { orderInsert, orderLock } from '../store/order.ts';

/** An order to be committed. */
interface Commit {
  ctx: Context;
  request: CreateOrderRequest;
  orderId: string;
  /** Undefined if the order exists already. */
  gathered: GatheredOrder | undefined;
}

/**
 * Writes the order of a draft, unless it exists already. Locks: the draft, then the store's counter, then its clock.
 * @throws Fault unavailable when the draft is gone or its reservation about to expire
 */
export async function commitOrder(
  unit: Unit,
  { clock, stamp }: Deps,
  { ctx, request, orderId, gathered }: Commit,
): Promise<OrderRecord> {
  const storeId = storeOf(ctx);
  const draft = await orderDraftLock(unit, storeId, orderId);
  if (draft?.state !== 'reserving' || gathered === undefined) {
    const existing = await orderLock(unit, storeId, orderId);
    if (existing === undefined) throw retryLater('the draft is gone');
    return existing;
  }
  const now = new Date(clock.now());
  if (draft.reservedUntil.getTime() < now.getTime() + MIN_RESERVATION_LEFT_MS)
    throw retryLater('the reservation is about to expire');
  const orderNumber = await orderNumberTake(unit, storeId);
  const at = await stamp(unit, storeId);
  const { record, history } = makeOrder(
    { storeId, id: orderId, request, ...gathered },
    orderNumber,
    at.getTime(),
  );
  const isBuyerErased = await orderInsert(unit, record, history, ctx.actor, now);
  if (isBuyerErased) throw invalid('customer_id', NO_SUCH_CUSTOMER);
  publishOrderCreated(unit, record);
  return record;
}
