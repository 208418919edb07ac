import { enumName } from '@commerce/proto/enum.ts';
import { OrderStock_State, type OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { reservationLineList, reservationLock, reservationUpdate } from '../store/reservation.ts';
import { moveOrderStock } from './move-order-stock.ts';

/**
 * Moves the items of an order to the state that a version of the order requires; a version that is not newer than the stored one changes
 * nothing.
 * @throws Fault `not_found` when nothing was ever reserved for the order; `insufficient_stock` when its reservation expired and there is
 *   no longer enough: then nothing changes, and the next version tries again
 */
export async function applyOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, version, state }: OrderStock,
): Promise<void> {
  const storeId = storeOf(ctx);
  const to = enumName(OrderStock_State, state);
  const present = await reservationLock(unit, storeId, orderId);
  if (present === undefined) throw notFound();
  if (version <= present.version) return;
  if (to !== present.state) {
    const lines = await reservationLineList(unit, storeId, orderId);
    await moveOrderStock(unit, ctx, clock, { orderId, lines, from: present.state, to });
  }
  await reservationUpdate(unit, storeId, orderId, { version, state: to, expiresAtMs: null });
}

/** Releases the items of an order whose reservation expired; does nothing when the order was confirmed, or is done. */
export async function releaseExpired(unit: Unit, ctx: Context, clock: Clock, orderId: string): Promise<void> {
  const storeId = storeOf(ctx);
  const present = await reservationLock(unit, storeId, orderId);
  if (!present || present.expiresAtMs === null || present.expiresAtMs > clock.now()) return;
  const lines = await reservationLineList(unit, storeId, orderId);
  await moveOrderStock(unit, ctx, clock, { orderId, lines, from: present.state, to: 'released' });
  const { version } = present;
  await reservationUpdate(unit, storeId, orderId, { version, state: 'released', expiresAtMs: null });
}
