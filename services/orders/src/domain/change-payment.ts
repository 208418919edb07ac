import { enumValue } from '@commerce/proto/enum.ts';
import { PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { canExpire } from './expiry.ts';
import { balanceOf, heldCentavos, withPaymentOf, type PaymentEntry } from './ledger.ts';
import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import {
  gatewayOf,
  paymentStatusOf,
  type GatewayName,
  type MoneyGatewayName,
  type PaidViaName,
  type PaymentStatusName,
} from './payment.ts';
import { invalidTransition, isBadEnd, isUnderWay, type StatusFlow } from './status-flow.ts';

/** A payment of an order. */
export interface ReceivedPayment {
  /** The path that detected it. */
  via: PaidViaName;
  /** Means of payment. */
  gateway: MoneyGatewayName;
  /** Part of the balance due; all of it when absent. */
  amountCentavos?: number | undefined;
}

/**
 * Records a payment. The one that settles the balance marks the order as paid by its path, the first time; `paidVia` stays undefined for
 * a credit account, for which `order.paid` is never published (contract, section 6).
 * @returns undefined for a payment without an amount when the order is paid already
 * @throws Fault `invalid_transition` when the order has a bad end: this payment must be refunded too; `over_balance` for more than the
 *   balance due
 */
export function pay(
  record: OrderRecord,
  { via, gateway, amountCentavos }: ReceivedPayment,
  nowMs: number,
): OrderChange | undefined {
  const { order } = record;
  const before = paymentStatusOf(order);
  if (before === 'paid' && amountCentavos === undefined) return undefined;
  requireTakesPayment(record);
  const due = Math.max(balanceOf(order, record.payments).balanceCentavos, 0);
  const amount = amountCentavos ?? due;
  if (amountCentavos !== undefined) requireAmount(amountCentavos);
  if (amount > due) throw conflict('over_balance', `The balance due is ${due / 100}.`, 'amount_centavos');
  const isSettled = amount === due;
  const to = isSettled ? 'paid' : before === 'refunded' ? 'pending' : before;
  const payments: PaymentEntry[] =
    amount === 0
      ? [...record.payments]
      : [...record.payments, { kind: 'payment', gateway, amountCentavos: amount, paidVia: via }];
  const after = { ...record, payments, order: withPaymentOf(order, payments, to), expiresAtMs: undefined };
  const paidVia = isSettled && gatewayOf(order) !== 'credit_account' ? via : undefined;
  return {
    record: isSettled
      ? {
          ...after,
          paidVia: record.paidVia ?? paidVia,
          paidAtMs: record.paidAtMs ?? nowMs,
          paymentConfirmedAtMs: via === 'delivery_confirmation' ? nowMs : record.paymentConfirmedAtMs,
        }
      : after,
    changed: ['payment'],
    history: [
      { kind: 'payment', from: before, to, paidVia, gateway, ...(amount > 0 && { amountCentavos: amount }) },
    ],
  };
}

function requireAmount(amountCentavos: number): void {
  if (!Number.isSafeInteger(amountCentavos) || amountCentavos < 1)
    throw invalid('amount_centavos', 'Must be a whole number of at least 1.');
}

/** Money given back to the buyer. */
export interface Refund {
  /** Means by which it was given back. */
  gateway: GatewayName;
  amountCentavos: number;
  reason?: string | undefined;
}

/**
 * Records a refund; the payment is `refunded` once everything paid was given back, unless only a part had been paid: then the order waits
 * for its payment as before. In any status: a return may be refunded later.
 * @param isEnding the order moves to a bad end in the same change
 * @throws Fault `over_paid` for more than was paid and not refunded
 */
export function refund(
  record: OrderRecord,
  { gateway, amountCentavos, reason }: Refund,
  isEnding = isBadEnd(record.order.status),
): OrderChange {
  const { order } = record;
  const held = heldCentavos(record.payments);
  requireAmount(amountCentavos);
  if (amountCentavos > held)
    throw conflict('over_paid', `${held / 100} was paid and not refunded.`, 'amount_centavos');
  const payments: PaymentEntry[] = [...record.payments, { kind: 'refund', gateway, amountCentavos }];
  const before = paymentStatusOf(order);
  const wasPaid = before === 'paid' || record.paidAtMs !== undefined;
  const to = amountCentavos === held && (wasPaid || isEnding) ? 'refunded' : before;
  return {
    record: { ...record, payments, order: withPaymentOf(order, payments, to) },
    changed: ['payment'],
    history: [{ kind: 'refund', from: before, to, gateway, amountCentavos, notes: reason }],
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
  requireNotRefunded(record);
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
  requireNotRefunded(record);
  return withExpiry(withPayment(record, 'failed'), flow, expiresAtMs);
}

/**
 * Lets an order expire that a payment or its authorization kept from it, and that has none left.
 * @param expiresAtMs when, if the order is not under way
 */
export function withExpiry(change: OrderChange, flow: StatusFlow, expiresAtMs: number): OrderChange {
  const { record } = change;
  const { order } = record;
  // A part that was paid keeps the order from expiring.
  const isPartlyPaid = heldCentavos(record.payments) > 0;
  if (record.expiresAtMs !== undefined || isPartlyPaid || !canExpire(order) || isUnderWay(flow, order.status))
    return change;
  return { ...change, record: { ...record, expiresAtMs } };
}

function requireTakesPayment({ order }: OrderRecord): void {
  if (isBadEnd(order.status))
    throw invalidTransition(`An order that is ${order.status} cannot take a payment.`);
}

/** A refunded order can be paid again, but an authorization or a failure would hide the refund. */
function requireNotRefunded(record: OrderRecord): void {
  requireTakesPayment(record);
  if (paymentStatusOf(record.order) === 'refunded') throw invalidTransition('The payment was refunded.');
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
