import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { goodsState } from '../domain/order-stock.ts';
import { reservationLines, reservationLock, reservationSet } from '../store/reservation.ts';
import { moveGoods } from './move-goods.ts';

/**
 * Brings the goods of an order into the state that a version of it wants; one that is not newer than that known changes nothing.
 * @throws Fault `not_found` when nothing was ever reserved for the order; `insufficient_stock` when its reservation has lapsed and
 *   there is no longer enough: then it is as if nothing had been heard, and the next version tries again
 */
export async function setOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, version, state }: OrderStock,
): Promise<void> {
  const storeId = storeOf(ctx);
  const to = goodsState(state);
  const present = await reservationLock(unit, storeId, orderId);
  if (present === undefined) throw notFound();
  if (version <= present.version) return;
  if (to !== present.state) {
    const lines = await reservationLines(unit, storeId, orderId);
    await moveGoods(unit, ctx, clock, { orderId, lines, from: present.state, to });
  }
  await reservationSet(unit, storeId, orderId, { version, state: to, expiresAtMs: null });
}

/** Releases the goods of an order that nobody has confirmed in time; does nothing when somebody has, or when it is done already. */
export async function releaseExpired(unit: Unit, ctx: Context, clock: Clock, orderId: string): Promise<void> {
  const storeId = storeOf(ctx);
  const present = await reservationLock(unit, storeId, orderId);
  if (!present || present.expiresAtMs === null || present.expiresAtMs > clock.now()) return;
  const lines = await reservationLines(unit, storeId, orderId);
  await moveGoods(unit, ctx, clock, { orderId, lines, from: present.state, to: 'released' });
  const { version } = present;
  await reservationSet(unit, storeId, orderId, { version, state: 'released', expiresAtMs: null });
}
