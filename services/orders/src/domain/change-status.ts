import { enumValue } from '@commerce/proto/enum.ts';
import { PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { isExpired } from './expiry.ts';
import { refundsOfRest } from './ledger.ts';
import { noteOnly, type HistoryEntry, type OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import { needsPaymentConfirmation } from './handover.ts';
import { PAYMENT_AFTER_BAD_END, paymentStatusOf } from './payment.ts';
import {
  canEndAs,
  invalidTransition,
  isUnderWay,
  requireMove,
  type BadEndName,
  type StatusFlow,
} from './status-flow.ts';

/**
 * Moves an order forward in its store's flow (contract, section 3).
 * @returns undefined when it has the status already and there are no notes to keep
 * @throws Fault `invalid_request`, `status_not_in_flow`, `invalid_transition`, `payment_confirmation_required`
 */
export function moveTo(
  record: OrderRecord,
  flow: StatusFlow,
  to: string,
  notes: string | undefined,
): OrderChange | undefined {
  const { order } = record;
  if (!requireMove(flow, order.status, to)) return noteOnly(record, notes);
  if (to === 'delivered' && needsPaymentConfirmation(record)) {
    const message = 'The store must confirm the payment before the order is handed over.';
    throw conflict('payment_confirmation_required', message);
  }
  const expiresAtMs = isUnderWay(flow, to) ? undefined : record.expiresAtMs;
  return {
    record: { ...record, expiresAtMs, order: { ...order, status: to } },
    changed: ['status'],
    history: [{ kind: 'status', from: order.status, to, notes }],
  };
}

/**
 * Moves an order to a bad end; what was paid is refunded.
 * @returns undefined when it has the status already and there are no notes to keep
 * @throws Fault `invalid_transition`
 */
export function endAs(
  record: OrderRecord,
  end: BadEndName,
  notes: string | undefined,
): OrderChange | undefined {
  const { order } = record;
  if (order.status === end) return noteOnly(record, notes);
  if (!canEndAs(order.status, end))
    throw invalidTransition(`An order that is ${order.status} cannot become ${end}.`);
  const before = paymentStatusOf(order);
  const refunds = refundsOfRest(record.payments);
  const status = refunds.length > 0 ? 'refunded' : PAYMENT_AFTER_BAD_END[before];
  const history: HistoryEntry[] = [{ kind: 'status', from: order.status, to: end, notes }];
  for (const { kind, gateway, amountCentavos } of refunds)
    history.push({ kind, from: before, to: status, gateway, amountCentavos });
  if (status !== before && refunds.length === 0) history.push({ kind: 'payment', from: before, to: status });
  return {
    record: {
      ...record,
      expiresAtMs: undefined,
      payments: [...record.payments, ...refunds],
      order: {
        ...order,
        status: end,
        payment: { ...order.payment!, status: enumValue(PaymentStatus, status) },
      },
    },
    changed: status === before ? ['status'] : ['status', 'payment'],
    history,
  };
}

/** Expires an order whose time is over; undefined if it has been paid, moved on or ended by now. */
export function expire(record: OrderRecord, nowMs: number): OrderChange | undefined {
  return isExpired(record, nowMs) ? endAs(record, 'expired', undefined) : undefined;
}
