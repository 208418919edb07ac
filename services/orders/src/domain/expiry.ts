import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { OrderRecord } from './order.ts';
import { gatewayOf, paymentStatusOf } from './payment.ts';
import { isOpen } from './status-flow.ts';

/** Default time for which an unpaid online order waits for its payment (decisions, "Orders"), in ms. */
export const DEFAULT_ORDER_EXPIRY_MS = 48 * 3600 * 1000;

/**
 * Returns whether an order expires if it stays unpaid: an open sale of the web shop that is neither paid nor authorized. A credit account
 * is paid later.
 */
export function canExpire(order: Order): boolean {
  return (
    order.source === OrderSource.ONLINE &&
    isOpen(order.status) &&
    gatewayOf(order) !== 'credit_account' &&
    ['pending', 'failed'].includes(paymentStatusOf(order))
  );
}

/** Returns whether the order is due to expire. */
export function isExpired({ order, expiresAtMs }: OrderRecord, nowMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs && canExpire(order);
}

/** Bounds of the time that a store can set, in ms; the column's check has the same. */
const MIN_EXPIRY_MS = 60_000;
const MAX_EXPIRY_MS = 365 * 24 * 3600 * 1000;

/**
 * Checks the time that a store sets.
 * @throws Fault invalid_request
 */
export function requireExpiry(expiryMs = 0): number {
  if (expiryMs < MIN_EXPIRY_MS || expiryMs > MAX_EXPIRY_MS)
    throw invalid('settings.order_expiry_ms', 'Must be 1 minute to 1 year, in ms.');
  return expiryMs;
}
