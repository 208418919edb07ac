import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { ChangedField, OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import { isOpen } from './status-flow.ts';

/**
 * Removes an erased buyer from an order, which keeps its delivery data: `withoutDelivery` removes that once the order has ended.
 * @returns undefined when the order names another buyer or none
 */
export function withoutBuyer(record: OrderRecord, customerId: string): OrderChange | undefined {
  if (record.order.customer?.id !== customerId) return undefined;
  const order: Order = { ...record.order, customer: undefined };
  return { record: { ...record, order, erasedBuyerId: customerId }, changed: ['customer'], history: [] };
}

/** Adds the removal of an erased buyer's delivery data to a change that ends the order. */
export function withoutDelivery(change: OrderChange): OrderChange {
  const { record, changed, history } = change;
  if (record.erasedBuyerId === undefined || isOpen(record.order.status)) return change;
  const fields = new Set<ChangedField>(changed);
  if (record.order.shipping !== undefined) fields.add('shipping');
  return {
    ...change,
    record: { ...record, order: anonymousOrder(record.order), erasedBuyerId: undefined },
    changed: [...fields],
    history: history.map((entry) => ({ ...entry, notes: undefined })),
  };
}

/** An order without its buyer, recipient and address; lines and shipping method stay. */
export function anonymousOrder(order: Order): Order {
  const { shipping } = order;
  return {
    ...order,
    customer: undefined,
    shipping: shipping && {
      ...shipping,
      address: undefined,
      recipientName: '',
      recipientPhone: '',
      recipientDocument: '',
    },
  };
}
