import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { PaidVia } from './payment.ts';

/** An order as the service keeps it: what the API tells of it, and what it does not. Absent times are undefined. */
export interface OrderRecord {
  storeId: string;
  order: Order;
  /** 1 when it is made, one more with each change. */
  version: number;
  /** When it was found to be paid. */
  paidAtMs: number | undefined;
  /** The path that found it paid; undefined while it is not, and for a credit account. */
  paidVia: PaidVia | undefined;
  /** When the merchant confirmed the payment at delivery. */
  paymentConfirmedAtMs: number | undefined;
  /** When it expires unless it is paid; undefined when it cannot. */
  expiresAtMs: number | undefined;
  /** The erased customer whose delivery data the order keeps until it ends. */
  erasedBuyerId?: string | undefined;
}

/** The number of the first order of a store (decisions, "Orders"). */
export const FIRST_ORDER_NUMBER = 1001;

const ORDER_NUMBER = /^[1-9]\d{0,18}$/;

/** Whether a text has the form of an order number. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}

/** Where sales are made (decisions, "Ids, amounts, values"). */
export const ORDER_SOURCES = ['pos', 'online', 'phone', 'marketplace'] as const;
