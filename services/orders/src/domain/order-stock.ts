import {
  OrderStock_State,
  type OrderStock,
  type OrderStock_Line,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { OrderRecord } from './order.ts';
import { isBadEnd, isOpen } from './status-flow.ts';

/** The part of an order that says which stock it holds, as long as its lines are those that were reserved. */
export type StockHolder = Pick<OrderRecord, 'storeId' | 'version'> & { order: Pick<Order, 'id' | 'status'> };

/** State of the stock of an order in a status (decisions, "Orders"). */
export function stockStateOf(status: string): OrderStock_State {
  if (isBadEnd(status)) return OrderStock_State.RELEASED;
  return isOpen(status) ? OrderStock_State.RESERVED : OrderStock_State.TAKEN;
}

/** The stock of an order whose lines are those that were reserved, as it is sent to inventory. */
export const orderStockOf = ({ order, version }: StockHolder): OrderStock => ({
  orderId: order.id,
  version,
  state: stockStateOf(order.status),
});

/**
 * The stock of an order, as it is sent to inventory; undefined for an order that never had a product of the catalog.
 * @param takesOver the reservation of what a change of the lines added
 */
export function changedStockOf(record: OrderRecord, takesOver?: string): OrderStock | undefined {
  if (record.linesChanged)
    return { ...orderStockOf(record), lines: { lines: stockLinesOf(record) }, takesOver };
  const hasProducts = record.order.lineItems.some(({ productId }) => productId !== undefined);
  return hasProducts ? orderStockOf(record) : undefined;
}

/** Units of each product of an order; one that was written off is no longer in its lines. */
function stockLinesOf({ order, writtenOff }: OrderRecord): OrderStock_Line[] {
  const lines = new Map<string, OrderStock_Line>();
  const lineOf = (productId: string, variantId: string | undefined): OrderStock_Line => {
    const key = `${productId} ${variantId}`;
    const line = lines.get(key) ?? { shopId: order.shopId, productId, variantId, quantity: 0, writtenOff: 0 };
    lines.set(key, line);
    return line;
  };
  for (const { productId, variantId, quantity } of order.lineItems)
    if (productId !== undefined) lineOf(productId, variantId).quantity += quantity;
  for (const { productId, variantId, quantity } of writtenOff)
    lineOf(productId, variantId).writtenOff += quantity;
  return [...lines.values()];
}
