import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import type { PaymentEntry } from './ledger.ts';
import type { PaidViaName } from './payment.ts';

/** Units of a product or variant. */
export interface ProductUnits {
  productId: string;
  variantId?: string | undefined;
  quantity: number;
}

/** An order with the data that the API does not show. */
export interface OrderRecord {
  storeId: string;
  order: Order;
  /** 1 at its creation, increased by each change. */
  version: number;
  /** When the payment was detected. */
  paidAtMs: number | undefined;
  /** The path that detected the payment; undefined for an unpaid order, and for a credit account. */
  paidVia: PaidViaName | undefined;
  /** When the merchant confirmed the payment at delivery. */
  paymentConfirmedAtMs: number | undefined;
  /** When it expires unless it is paid; undefined if it cannot expire. */
  expiresAtMs: number | undefined;
  /** The erased customer whose delivery data the order keeps until it ends. */
  erasedBuyerId?: string | undefined;
  /** Payments and refunds, oldest first; changes only append to them. */
  payments: readonly PaymentEntry[];
  /** All or a part of the total was put on the account of the buyer at its creation. */
  isOnAccount: boolean;
  /** The lines are no longer those that were reserved: inventory receives them with every version. */
  linesChanged: boolean;
  /** Units that were returned but not put back on the shelf. */
  writtenOff: readonly ProductUnits[];
}

/**
 * Refuses a change of an order that has changed since its author read it.
 * @param expectedVersion undefined when the last write wins
 * @throws Fault conflict `changed_since_read`
 */
export const requireUnchanged = ({ order }: OrderRecord, expectedVersion: string | undefined): void =>
  requireVersion(expectedVersion, stampVersion(order.updatedAtMs));

/** The number of the first order of a store (decisions, "Orders"). */
export const FIRST_ORDER_NUMBER = 1001;

const ORDER_NUMBER = /^[1-9]\d{0,18}$/;

/** Returns whether a string has the form of an order number. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}
