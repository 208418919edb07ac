import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Line, StockItem } from './goods.ts';

/** What the goods of an order are: reserved for it, handed over, or nothing. */
export type GoodsState = 'reserved' | 'taken' | 'released';

/** What an order knows of its goods, as this service keeps it. */
export interface Reservation {
  /** Version of the order that the state is of; 0 until the order is heard of. */
  version: number;
  state: GoodsState;
  /** When it is released by itself; null once the order is confirmed. */
  expiresAtMs: number | null;
}

/** What a unit of an order's goods does to the stock, by their state. */
const EFFECT: Record<GoodsState, { onHand: number; reserved: number }> = {
  reserved: { onHand: 0, reserved: 1 },
  taken: { onHand: -1, reserved: 0 },
  released: { onHand: 0, reserved: 0 },
};

/** What becomes of a stock item. */
export interface Change {
  item: StockItem;
  onHand: number;
  reserved: number;
}

/** What a stock item becomes when goods of an order go from one state to another. */
export function changeOf(item: StockItem, { quantity }: Line, from: GoodsState, to: GoodsState): Change {
  const onHand = item.onHand + (EFFECT[to].onHand - EFFECT[from].onHand) * quantity;
  const reserved = item.reserved + (EFFECT[to].reserved - EFFECT[from].reserved) * quantity;
  return { item, onHand, reserved };
}

/** Whether goods that go from one state to another come back to the shelf. */
export const comeBack = (from: GoodsState, to: GoodsState): boolean =>
  EFFECT[to].onHand > EFFECT[from].onHand;

/** Whether goods that go from one state to another must be there to be sold. */
export const mustBeThere = (from: GoodsState, to: GoodsState): boolean =>
  from === 'released' && to !== 'released';

const STATES: Partial<Record<OrderStock['state'], GoodsState>> = {
  [OrderStock_State.RESERVED]: 'reserved',
  [OrderStock_State.TAKEN]: 'taken',
  [OrderStock_State.RELEASED]: 'released',
};

/** The state that a message names. @throws Fault when it names none: a defect of the caller */
export function goodsState(state: OrderStock['state']): GoodsState {
  const known = STATES[state];
  if (known === undefined) throw new Fault('server_error', 'Server error.', { cause: `no state ${state}` });
  return known;
}

/** Whether a reservation lapsed before anything was heard of its order: the order may reserve again. */
export const hasLapsed = ({ state, version }: Reservation): boolean => state === 'released' && version === 0;
