import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { hasExpired, orderLinesOf, type Holding } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { keyString, mergeLines, type StockLine } from '../domain/stock-key.ts';
import { productLockMany } from '../store/product.ts';
import {
  reservationInsert,
  reservationLineReplace,
  reservationLock,
  reservationUpdate,
} from '../store/reservation.ts';
import { moveOrderStock } from './move-order-stock.ts';

/** A line of an order with its name in refusals. */
export interface RequestedLine extends StockLine {
  field: string;
}

/** A request to reserve the items of an order. */
export interface OrderReservation {
  orderId: string;
  lines: RequestedLine[];
  /** When it expires, unless the order is confirmed. */
  expiresAtMs: number;
}

/**
 * Reserves the items of an order, all or none; once per order. Products of type `service` are skipped.
 * @throws Fault `insufficient_stock`, naming each line that lacks stock
 */
export async function reserveOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, lines, expiresAtMs }: OrderReservation,
): Promise<void> {
  const storeId = storeOf(ctx);
  if (!(await reservationInsert(unit, storeId, orderId, expiresAtMs))) {
    const present = await reservationLock(unit, storeId, orderId);
    if (!hasExpired(present!)) return;
    await reservationUpdate(unit, storeId, orderId, { version: 0, state: 'reserved', expiresAtMs });
  }
  const productIds = lines.map(({ productId }) => productId);
  const products = await productLockMany(unit, storeId, productIds);
  const stocked = stockedLines(lines, products);
  const held = orderLinesOf(stocked);
  const to: Holding[] = [{ state: 'reserved', lines: held }];
  await moveOrderStock(unit, ctx, clock, { orderId, from: [], to, products }, fieldsByKey(lines));
  await reservationLineReplace(unit, storeId, orderId, held);
}

/** Lines of products that have stock, one per stock key. */
export const stockedLines = (
  lines: readonly RequestedLine[],
  products: ReadonlyMap<string, StockedProduct>,
): StockLine[] => mergeLines(lines.filter(({ productId }) => products.get(productId)?.type !== 'service'));

/** Names of the requested lines of each stock key, which only a refusal needs. */
export function fieldsByKey(lines: readonly RequestedLine[]): (line: StockLine) => string[] {
  let byKey: Map<string, RequestedLine[]> | undefined;
  return (line) => {
    byKey ??= Map.groupBy(lines, keyString);
    return byKey.get(keyString(line))!.map(({ field }) => field);
  };
}
