import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import { gatewayOf, paymentStatusOf, type PaidVia } from './payment.ts';
import { invalidTransition, isBadEnd } from './status-flow.ts';

/**
 * Notes that an order is paid, by whatever path that was found out first; `paidVia` stays undefined for a credit account, of whose
 * orders `order.paid` is never told (contract, section 6).
 * @returns undefined when it is paid already
 * @throws Fault `invalid_transition` when the order has come to a bad end or its money was given back: this money is to be too
 */
export function pay(record: OrderRecord, via: PaidVia, nowMs: number): OrderChange | undefined {
  const { order } = record;
  const before = paymentStatusOf(order);
  if (before === 'paid') return undefined;
  if (before === 'refunded' || isBadEnd(order.status))
    throw invalidTransition(`An order that is ${order.status} takes no payment.`);
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
    history: [{ kind: 'payment', from: before, to: 'paid', paidVia }],
  };
}
