import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { changeOf, requiresStock, returnsStock, type OrderStockState } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { requireStock } from '../domain/shortage.ts';
import { byKey, keyString, type StockLine } from '../domain/stock-key.ts';
import { publishStockChanged } from '../events/publish.ts';
import { productLockMany } from '../store/product.ts';
import { stockItemApplyMany, stockItemInsertMissing, stockItemLockMany } from '../store/stock-item.ts';

/** Maximum of a column of units. */
const MAX_ON_HAND = 2 ** 31 - 1;

/** A change of state of an order's items. */
export interface OrderStockMove {
  orderId: string;
  /** At most one per stock key. */
  lines: StockLine[];
  from: OrderStockState;
  to: OrderStockState;
  /** The products of the lines, if they are already locked. */
  products?: ReadonlyMap<string, StockedProduct>;
}

/**
 * Moves the items of an order, whose reservation is locked, from one state to another: all or none.
 * @param fieldsOf the fields of the request that name a line, for the refusal
 * @throws Fault `insufficient_stock`
 */
export async function moveOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, lines, from, to, products: locked }: OrderStockMove,
  fieldsOf: (line: StockLine) => string[] = () => [],
): Promise<void> {
  const storeId = storeOf(ctx);
  const isReturn = returnsStock(from, to);
  // In every other case units are reserved, which a deletion leaves alone.
  const productIds = lines.map(({ productId }) => productId);
  const products =
    isReturn || requiresStock(from, to)
      ? (locked ?? (await productLockMany(unit, storeId, productIds)))
      : undefined;
  if (isReturn) await stockItemInsertMissing(unit, storeId, lines);
  const items = byKey(await stockItemLockMany(unit, storeId, lines));
  if (requiresStock(from, to))
    requireStock(lines, { products: products!, items, nowMs: clock.now() }, fieldsOf);
  const changes = lines.map((line) => changeOf(items.get(keyString(line))!, line, from, to));
  if (changes.some(({ onHand }) => onHand > MAX_ON_HAND))
    throw conflict('invalid_transition', 'The returned units exceed the maximum on hand.');
  const changed = await stockItemApplyMany(unit, storeId, changes, {
    kind: isReturn ? 'return' : 'sale',
    orderId,
    actor: ctx.actor,
    atMs: clock.now(),
  });
  for (const item of changed) publishStockChanged(unit, item);
}
