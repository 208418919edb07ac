import { canExpire } from './expiry.ts';
import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import {
  gatewayOf,
  paymentStatusOf,
  type PaidVia,
  type PaymentGateway,
  type PaymentStatus,
} from './payment.ts';
import { invalidTransition, isBadEnd, isUnderWay, type StatusFlow } from './status-flow.ts';

/**
 * Notes that an order is paid, by whatever path that was found out first; `paidVia` stays undefined for a credit account, of whose
 * orders `order.paid` is never told (contract, section 6).
 * @param gateway by what means, which may differ from what the order was made for
 * @returns undefined when it is paid already
 * @throws Fault `invalid_transition` when the order has come to a bad end or its money was given back: this money is to be too
 */
export function pay(
  record: OrderRecord,
  via: PaidVia,
  nowMs: number,
  gateway: PaymentGateway = gatewayOf(record.order),
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
      order: { ...order, payment: { ...order.payment!, status: 'paid' } },
    },
    changed: ['payment'],
    history: [{ kind: 'payment', from: before, to: 'paid', paidVia, gateway }],
  };
}

/**
 * Notes that the money is promised: the order waits for no payment any more, and expires no longer.
 * @returns undefined when it is promised already
 * @throws Fault `invalid_transition` when it is paid, or takes no payment
 */
export function authorizePayment(record: OrderRecord): OrderChange | undefined {
  const before = paymentStatusOf(record.order);
  if (before === 'authorized') return undefined;
  if (before === 'paid') throw invalidTransition('The order is paid.');
  requireTakesPayment(record);
  return withPayment({ ...record, expiresAtMs: undefined }, 'authorized');
}

/**
 * Notes that a payment was refused, or that its promise has lapsed: the buyer may try again. An order that waited no longer, because
 * it was promised one, waits once more.
 * @param expiresAtMs until when, if its goods are not under way
 * @returns undefined when it failed already
 * @throws Fault `invalid_transition` when it is paid, or takes no payment
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
    throw invalidTransition(`An order that is ${order.status} takes no payment.`);
}

function withPayment(record: OrderRecord, status: PaymentStatus): OrderChange {
  const { order } = record;
  return {
    record: { ...record, order: { ...order, payment: { ...order.payment!, status } } },
    changed: ['payment'],
    history: [{ kind: 'payment', from: paymentStatusOf(order), to: status }],
  };
}
