import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { goodsKey, mergeLines, type Line } from '../domain/goods.ts';
import { hasLapsed } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { Unsure } from '../products/ask-catalog.ts';
import { productLockMany } from '../store/product-lock.ts';
import {
  reservationAdd,
  reservationLock,
  reservationReplaceLines,
  reservationSet,
} from '../store/reservation.ts';
import { moveGoods, type Move } from './move-goods.ts';

const MAX_LINES = 1_000;

/** What an order reserves. */
export interface Reserving {
  orderId: string;
  lines: Line[];
  /** When it is released by itself, unless the order is confirmed. */
  expiresAtMs: number;
}

/**
 * Reserves the goods of an order, all or none; once per order.
 * @param asked whether the catalogue has been asked for products that are not known
 * @throws Fault `insufficient_stock`, naming each line that lacks stock; Unsure
 */
export async function reserve(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, lines, expiresAtMs }: Reserving,
  asked: boolean,
): Promise<void> {
  checkLines(lines);
  const storeId = storeOf(ctx);
  if (!(await reservationAdd(unit, storeId, orderId, expiresAtMs))) {
    const present = await reservationLock(unit, storeId, orderId);
    if (!hasLapsed(present!)) return;
    await reservationSet(unit, storeId, orderId, { version: 0, state: 'reserved', expiresAtMs });
  }
  const products = await knownProducts(unit, storeId, lines, asked);
  // A service has no stock.
  const goods = mergeLines(lines.filter(({ productId }) => products.get(productId)?.type !== 'service'));
  const fieldsOf = (line: Line): string[] =>
    lines.flatMap((asking, n) => (goodsKey(asking) === goodsKey(line) ? [`lines[${n}]`] : []));
  const move: Move = { orderId, lines: goods, from: 'released', to: 'reserved', products };
  await moveGoods(unit, ctx, clock, move, fieldsOf);
  await reservationReplaceLines(unit, storeId, orderId, goods);
}

function checkLines(lines: Line[]): void {
  if (lines.length > MAX_LINES) throw invalid('lines', `Must be at most ${MAX_LINES}.`);
  const bad = lines.findIndex(({ quantity }) => quantity < 1 || quantity > MAX_UNITS);
  if (bad !== -1) throw invalid(`lines[${bad}].quantity`, `Must be from 1 to ${MAX_UNITS}.`);
}

/** The products of the lines, locked. @throws Unsure when one is not known and the catalogue has not been asked */
async function knownProducts(
  unit: Unit,
  storeId: string,
  lines: Line[],
  asked: boolean,
): Promise<Map<string, StockedProduct>> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  const products = await productLockMany(unit, storeId, productIds);
  const unknown = productIds.filter((productId) => (products.get(productId)?.type ?? null) === null);
  if (unknown.length > 0 && !asked) throw new Unsure(unknown, false);
  return products;
}
