import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';

/** An order as the service keeps it: what the API tells of it, and, as they come, what it does not. */
export interface OrderRecord {
  storeId: string;
  order: Order;
}

/** The number of the first order of a store. */
export const FIRST_ORDER_NUMBER = 1001;

const ORDER_NUMBER = /^[1-9]\d{0,18}$/;

/** Whether a text has the form of an order number. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}
