import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { makeOrder } from '../domain/new-order.ts';
import type { OrderRecord } from '../domain/order.ts';
import { tellCreated } from '../events/publish.ts';
import type { Deps } from '../deps.ts';
import { orderNumberTake } from '../store/order-counter.ts';
import { orderDraftLock } from '../store/order-draft.ts';
import { orderMake } from '../store/order-make.ts';
import { orderLock } from '../store/order-load.ts';
import { NO_SUCH_CUSTOMER } from './gather-order.ts';
import { RESERVATION_LEFT_MS, tryAgain, type Prepared } from './reservation.ts';

/**
 * Writes the order of a draft, unless it is there already. Locks: the draft, then the store's counter, then its clock.
 * @throws Fault unavailable when the draft is gone or its reservation about to lapse
 */
export async function commitOrder(
  unit: Unit,
  { clock, stamp }: Deps,
  ctx: Context,
  request: CreateOrderRequest,
  { orderId, gathered }: Prepared,
): Promise<OrderRecord> {
  const storeId = storeOf(ctx);
  const draft = await orderDraftLock(unit, storeId, orderId);
  if (draft?.state !== 'reserving' || gathered === undefined) {
    const there = await orderLock(unit, storeId, orderId);
    if (there === undefined) throw tryAgain('the draft is gone');
    return there;
  }
  const now = new Date(clock.now());
  if (draft.reserved_until.getTime() < now.getTime() + RESERVATION_LEFT_MS)
    throw tryAgain('the reservation is about to lapse');
  const orderNumber = await orderNumberTake(unit, storeId);
  const at = await stamp(unit, storeId);
  const { record, history } = makeOrder(
    { storeId, id: orderId, request, ...gathered },
    orderNumber,
    at.getTime(),
  );
  const erased = await orderMake(unit, record, history, ctx.actor, now);
  if (erased) throw invalid('customer_id', NO_SUCH_CUSTOMER);
  tellCreated(unit, record);
  return record;
}
