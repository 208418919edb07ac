import { OrderStock_State, type OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { OrderRecord } from './order.ts';
import { isBadEnd, isOpen } from './status-flow.ts';

/** The part of an order that says which stock it holds. */
export type StockHolder = Pick<OrderRecord, 'storeId' | 'version'> & { order: Pick<Order, 'id' | 'status'> };

/** State of the stock of an order in a status (decisions, "Orders"). */
export function stockStateOf(status: string): OrderStock_State {
  if (isBadEnd(status)) return OrderStock_State.RELEASED;
  return isOpen(status) ? OrderStock_State.RESERVED : OrderStock_State.TAKEN;
}

/** The stock of an order, as it is sent to inventory. */
export const orderStockOf = ({ order, version }: StockHolder): OrderStock => ({
  orderId: order.id,
  version,
  state: stockStateOf(order.status),
});
