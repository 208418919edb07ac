import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { differencesOf, requiredUnits, type Holding, type StockDifference } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { requireStock } from '../domain/shortage.ts';
import { byKey, keyString, type StockLine } from '../domain/stock-key.ts';
import type { StockItemChange } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { productLockMany } from '../store/product.ts';
import { stockItemApplyMany, stockItemInsertMissing, stockItemLockMany } from '../store/stock-item.ts';

/** Maximum of a column of units. */
const MAX_ON_HAND = 2 ** 31 - 1;

/** A change of what an order has of the stock. */
export interface OrderStockMove {
  orderId: string;
  from: readonly Holding[];
  to: readonly Holding[];
  /** The products of the lines, if they are already locked. */
  products?: ReadonlyMap<string, StockedProduct> | undefined;
}

/**
 * Moves the items of an order, whose reservation is locked: all or none.
 * @param fieldsOf the fields of the request that name a line, for the refusal
 * @throws Fault `insufficient_stock`
 */
export async function moveOrderStock(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, from, to, products: locked }: OrderStockMove,
  fieldsOf: (line: StockLine) => string[] = () => [],
): Promise<void> {
  const storeId = storeOf(ctx);
  const differences = differencesOf(from, to);
  const required = requiredUnits(differences);
  const returned = differences.filter(({ onHand }) => onHand > 0);
  // In every other case units are reserved, which a deletion leaves alone.
  const products =
    required.length > 0 || returned.length > 0
      ? (locked ?? (await productLockMany(unit, storeId, productIdsOf(differences))))
      : undefined;
  if (returned.length > 0) await stockItemInsertMissing(unit, storeId, returned);
  const items = byKey(await stockItemLockMany(unit, storeId, differences));
  if (required.length > 0)
    requireStock(required, { products: products!, items, nowMs: clock.now() }, fieldsOf);
  const changes = differences.map((difference): StockItemChange => {
    const item = items.get(keyString(difference))!;
    return { item, onHand: item.onHand + difference.onHand, reserved: item.reserved + difference.reserved };
  });
  if (changes.some(({ onHand }) => onHand > MAX_ON_HAND))
    throw conflict('invalid_transition', 'The returned units exceed the maximum on hand.');
  const cause = { orderId, actor: ctx.actor, atMs: clock.now() };
  const changed = [
    ...(await stockItemApplyMany(unit, storeId, changes.filter(isReturn), { kind: 'return', ...cause })),
    ...(await stockItemApplyMany(
      unit,
      storeId,
      changes.filter((change) => !isReturn(change)),
      { kind: 'sale', ...cause },
    )),
  ];
  for (const item of changed) publishStockChanged(unit, item);
}

const isReturn = ({ item, onHand }: StockItemChange): boolean => onHand > item.onHand;

const productIdsOf = (differences: readonly StockDifference[]): string[] =>
  differences.map(({ productId }) => productId);
