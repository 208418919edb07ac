import { enumValue } from '@commerce/proto/enum.ts';
import { PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { canExpire } from './expiry.ts';
import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import {
  gatewayOf,
  paymentStatusOf,
  type GatewayName,
  type PaidViaName,
  type PaymentStatusName,
} from './payment.ts';
import { invalidTransition, isBadEnd, isUnderWay, type StatusFlow } from './status-flow.ts';

/**
 * Marks an order as paid, by the path that detects the payment first; `paidVia` stays undefined for a credit account, for which
 * `order.paid` is never published (contract, section 6).
 * @param gateway means of payment, which may differ from that of the order
 * @returns undefined when it is paid already
 * @throws Fault `invalid_transition` when the order has a bad end or was refunded: this payment must be refunded too
 */
export function pay(
  record: OrderRecord,
  via: PaidViaName,
  nowMs: number,
  gateway: GatewayName = gatewayOf(record.order),
): OrderChange | undefined {
  const { order } = record;
  const before = paymentStatusOf(order);
  if (before === 'paid') return undefined;
  requireTakesPayment(record);
  const paidVia = gatewayOf(order) === 'credit_account' ? undefined : via;
  return {
    record: {
      ...record,
      paidVia,
      paidAtMs: nowMs,
      paymentConfirmedAtMs: via === 'delivery_confirmation' ? nowMs : record.paymentConfirmedAtMs,
      expiresAtMs: undefined,
      order: { ...order, payment: { ...order.payment!, status: PaymentStatus.PAID } },
    },
    changed: ['payment'],
    history: [{ kind: 'payment', from: before, to: 'paid', paidVia, gateway }],
  };
}

/**
 * Marks a payment as authorized: the order no longer waits for it, and cannot expire.
 * @returns undefined when it is authorized already
 * @throws Fault `invalid_transition` when it is paid, or cannot take a payment
 */
export function authorizePayment(record: OrderRecord): OrderChange | undefined {
  const before = paymentStatusOf(record.order);
  if (before === 'authorized') return undefined;
  if (before === 'paid') throw invalidTransition('The order is paid.');
  requireTakesPayment(record);
  return withPayment({ ...record, expiresAtMs: undefined }, 'authorized');
}

/**
 * Marks a payment as failed, or its authorization as void: the buyer can try again. An order that an authorization kept from
 * expiring can expire again.
 * @param expiresAtMs when, if the order is not under way
 * @returns undefined when it failed already
 * @throws Fault `invalid_transition` when it is paid, or cannot take a payment
 */
export function failPayment(
  record: OrderRecord,
  flow: StatusFlow,
  expiresAtMs: number,
): OrderChange | undefined {
  const before = paymentStatusOf(record.order);
  if (before === 'failed') return undefined;
  if (before === 'paid') throw invalidTransition('The order is paid.');
  requireTakesPayment(record);
  const change = withPayment(record, 'failed');
  const { order } = change.record;
  if (record.expiresAtMs !== undefined || !canExpire(order) || isUnderWay(flow, order.status)) return change;
  return { ...change, record: { ...change.record, expiresAtMs } };
}

function requireTakesPayment({ order }: OrderRecord): void {
  if (paymentStatusOf(order) === 'refunded' || isBadEnd(order.status))
    throw invalidTransition(`An order that is ${order.status} cannot take a payment.`);
}

function withPayment(record: OrderRecord, status: PaymentStatusName): OrderChange {
  const { order } = record;
  return {
    record: {
      ...record,
      order: { ...order, payment: { ...order.payment!, status: enumValue(PaymentStatus, status) } },
    },
    changed: ['payment'],
    history: [{ kind: 'payment', from: paymentStatusOf(order), to: status }],
  };
}
