import { OrderStock_State, type OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { OrderRecord } from './order.ts';
import { isBadEnd, isOpen } from './status-flow.ts';

/** State of the stock of an order in a status (decisions, "Orders"). */
export function stockStateOf(status: string): OrderStock_State {
  if (isBadEnd(status)) return OrderStock_State.RELEASED;
  return isOpen(status) ? OrderStock_State.RESERVED : OrderStock_State.TAKEN;
}

/** The stock of an order, as it is sent to inventory. */
export const orderStockOf = ({ order, version }: OrderRecord): OrderStock => ({
  orderId: order.id,
  version,
  state: stockStateOf(order.status),
});
