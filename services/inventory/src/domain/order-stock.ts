import type { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { LockedStockItem, StockItemChange } from './stock.ts';
import type { StockLine } from './stock-key.ts';

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

/** True when a change of state returns units to the shelf. */
export const returnsStock = (from: OrderStockState, to: OrderStockState): boolean =>
  EFFECT[to].onHand > EFFECT[from].onHand;

/** True when a change of state requires units that are available. */
export const requiresStock = (from: OrderStockState, to: OrderStockState): boolean =>
  from === 'released' && to !== 'released';

/** True for a reservation that expired before a version of its order was received: the order may reserve again. */
export const hasExpired = ({ state, version }: Reservation): boolean => state === 'released' && version === 0;
