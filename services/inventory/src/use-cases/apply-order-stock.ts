import { enumName } from '@commerce/proto/enum.ts';
import {
  OrderStock_State,
  type OrderStock,
  type OrderStock_Lines,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Holding, OrderLine, OrderStockState, Reservation } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { productLockMany } from '../store/product.ts';
import {
  reservationDeleteMany,
  reservationInsert,
  reservationLineList,
  reservationLineReplace,
  reservationLock,
  reservationUpdate,
} from '../store/reservation.ts';
import { moveOrderStock } from './move-order-stock.ts';

/**
 * Moves the items of an order to the state that a version of the order requires; a version that is not newer than the stored one changes
 * nothing. A version that names lines replaces those of the order, by the difference. A refused version changes nothing even if the
 * transaction commits, as that of an event does.
 * @throws Fault `not_found` when nothing was ever reserved for the order, unless the version names lines; `insufficient_stock` when its
 *   reservation expired and there is no longer enough: the next version tries again
 */
export async function applyOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  stock: OrderStock,
): Promise<void> {
  const { orderId, version, state, lines: named } = stock;
  const storeId = storeOf(ctx);
  const to = enumName(OrderStock_State, state);
  const locked = await reservationLock(unit, storeId, orderId);
  const inserted =
    locked === undefined && named !== undefined
      ? await insertEmpty(unit, clock, storeId, orderId)
      : { isNew: false, present: undefined };
  const present = locked ?? inserted.present;
  if (present === undefined) throw notFound();
  if (version <= present.version) return;
  if (to !== present.state || named !== undefined) {
    try {
      await moveLines(unit, ctx, clock, stock, present.state);
    } catch (error) {
      // After any other error, the transaction cannot commit.
      if (inserted.isNew && error instanceof Fault) await reservationDeleteMany(unit, storeId, [orderId]);
      throw error;
    }
  }
  await reservationUpdate(unit, storeId, orderId, { version, state: to, expiresAtMs: null });
}

/** Moves the items of an order, whose reservation is locked, and those of the reservation that it takes over. */
async function moveLines(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, state, lines: named, takesOver }: OrderStock,
  from: OrderStockState,
): Promise<void> {
  const storeId = storeOf(ctx);
  const before = await reservationLineList(unit, storeId, orderId);
  // Reservations are locked before products.
  const merged = takesOver === undefined ? undefined : await lockReserved(unit, storeId, takesOver);
  const products = named && (await productLockMany(unit, storeId, productIdsOf(named)));
  const lines = named === undefined ? before : linesOf(named, products!);
  await moveOrderStock(unit, ctx, clock, {
    orderId,
    from: [{ state: from, lines: before }, ...(merged === undefined ? [] : [merged])],
    to: [{ state: enumName(OrderStock_State, state), lines }],
    products,
  });
  // Only now: a refused move must leave the other reservation, which then expires.
  if (merged !== undefined)
    await reservationUpdate(unit, storeId, takesOver!, { version: 1, state: 'released', expiresAtMs: null });
  if (named !== undefined) await reservationLineReplace(unit, storeId, orderId, lines);
}

/** Inserts the reservation of an order without products of the catalog, which a change gave some. */
async function insertEmpty(
  unit: Unit,
  clock: Clock,
  storeId: string,
  orderId: string,
): Promise<{ isNew: boolean; present: Reservation | undefined }> {
  const isNew = await reservationInsert(unit, storeId, orderId, clock.now());
  const present = await reservationLock(unit, storeId, orderId);
  // Another version of the order may have inserted it at the same time, with its lines.
  return { isNew, present: isNew && present !== undefined ? { ...present, state: 'released' } : present };
}

/** Locks a reservation whose units go to an order. @returns its units; undefined when it has expired */
async function lockReserved(unit: Unit, storeId: string, id: string): Promise<Holding | undefined> {
  const present = await reservationLock(unit, storeId, id);
  if (present?.state !== 'reserved') return undefined;
  return { state: 'reserved', lines: await reservationLineList(unit, storeId, id) };
}

const productIdsOf = ({ lines }: OrderStock_Lines): string[] => lines.map(({ productId }) => productId);

/** Named lines of products that have stock. */
const linesOf = ({ lines }: OrderStock_Lines, products: ReadonlyMap<string, StockedProduct>): OrderLine[] =>
  lines
    .filter(({ productId }) => products.get(productId)?.type !== 'service')
    .map(({ variantId = '', ...line }) => ({ ...line, variantId }));

/** Releases the items of an order whose reservation expired; does nothing when the order was confirmed, or is done. */
export async function releaseExpired(unit: Unit, ctx: Context, clock: Clock, orderId: string): Promise<void> {
  const storeId = storeOf(ctx);
  const present = await reservationLock(unit, storeId, orderId);
  if (!present || present.expiresAtMs === null || present.expiresAtMs > clock.now()) return;
  const lines = await reservationLineList(unit, storeId, orderId);
  const from = [{ state: present.state, lines }];
  await moveOrderStock(unit, ctx, clock, { orderId, from, to: [] });
  const { version } = present;
  await reservationUpdate(unit, storeId, orderId, { version, state: 'released', expiresAtMs: null });
}
