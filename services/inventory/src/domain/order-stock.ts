import type { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { LockedStockItem, StockItemChange } from './stock.ts';
import { keyString, type StockKey, type StockLine } from './stock-key.ts';

/** State of an order's items in the stock: reserved for it, handed over, or free again. */
export type OrderStockState = EnumName<typeof OrderStock_State>;

/** Reservation of an order. */
export interface Reservation {
  /** Version of the order that the state belongs to; 0 until one was received. */
  version: number;
  state: OrderStockState;
  /** When it expires; null once the order is confirmed. */
  expiresAtMs: number | null;
}

/** Units of an item that an order has. */
export interface OrderLine extends StockKey {
  /** At least 0. */
  quantity: number;
  /** Units that were returned but not put back on the shelf. */
  writtenOff: number;
}

/** Stock of an order; at most one line per stock key. */
export interface Holding {
  state: OrderStockState;
  lines: readonly OrderLine[];
}

/** The lines of a new reservation. */
export const orderLinesOf = (lines: readonly StockLine[]): OrderLine[] =>
  lines.map((line) => ({ ...line, writtenOff: 0 }));

/** Effect of one unit of an order's items on the stock, by their state. */
const EFFECT: Record<OrderStockState, { onHand: number; reserved: number }> = {
  reserved: { onHand: 0, reserved: 1 },
  taken: { onHand: -1, reserved: 0 },
  released: { onHand: 0, reserved: 0 },
};

/** The stock item after a line of an order goes from one state to another. */
export function changeOf(
  item: LockedStockItem,
  { quantity }: StockLine,
  from: OrderStockState,
  to: OrderStockState,
): StockItemChange {
  const onHand = item.onHand + (EFFECT[to].onHand - EFFECT[from].onHand) * quantity;
  const reserved = item.reserved + (EFFECT[to].reserved - EFFECT[from].reserved) * quantity;
  return { item, onHand, reserved };
}

/** Difference of a stock item. */
export interface StockDifference extends StockKey {
  onHand: number;
  reserved: number;
}

/** The differences of the stock when holdings replace others; items that stay as they are are left out. */
export function differencesOf(from: readonly Holding[], to: readonly Holding[]): StockDifference[] {
  const byItem = new Map<string, StockDifference>();
  const add = ({ state, lines }: Holding, sign: 1 | -1) => {
    for (const { quantity, writtenOff, ...key } of lines) {
      const name = keyString(key);
      const { onHand, reserved } = byItem.get(name) ?? { onHand: 0, reserved: 0 };
      byItem.set(name, {
        ...key,
        onHand: onHand + sign * (EFFECT[state].onHand * quantity - writtenOff),
        reserved: reserved + sign * EFFECT[state].reserved * quantity,
      });
    }
  };
  from.forEach((holding) => add(holding, -1));
  to.forEach((holding) => add(holding, 1));
  return [...byItem.values()].filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
}

/** The units that differences take from what is available. */
export const requiredUnits = (differences: readonly StockDifference[]): StockLine[] =>
  differences
    .map(({ onHand, reserved, ...key }) => ({ ...key, quantity: reserved - onHand }))
    .filter(({ quantity }) => quantity > 0);

/** True for a reservation that expired before a version of its order was received: the order may reserve again. */
export const hasExpired = ({ state, version }: Reservation): boolean => state === 'released' && version === 0;
