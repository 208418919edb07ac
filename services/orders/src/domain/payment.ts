import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handover } from './handover.ts';

/** Means of payment (decisions, "Ids, amounts, values"). */
export const PAYMENT_GATEWAYS = [
  'cash',
  'card_terminal',
  'card_online',
  'bank_transfer',
  'credit_account',
] as const;

/** A means of payment. */
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];

/** Status of a payment (decisions, "Ids, amounts, values"). */
export type PaymentStatus = 'pending' | 'authorized' | 'paid' | 'refunded' | 'failed';

/** Path by which a payment was detected (contract, section 6, `order.paid`). */
export type PaidVia = 'pos' | 'card' | 'online' | 'terminal' | 'delivery_confirmation';

/**
 * Payment statuses in which an order is handed over only after the merchant has confirmed the payment (contract, section 3). Only the
 * merchant sees cash and transfers; an online card that was not authorized has paid nothing. A terminal reports its payments itself,
 * and a credit account is settled later.
 */
const CONFIRMATION_NEEDED: Readonly<Record<PaymentGateway, readonly PaymentStatus[]>> = {
  cash: ['pending', 'authorized', 'refunded', 'failed'],
  bank_transfer: ['pending', 'authorized', 'refunded', 'failed'],
  card_online: ['pending', 'failed'],
  card_terminal: [],
  credit_account: [],
};

/** Handovers at which the store meets the buyer; a carrier settles its payments by its own rules. */
const CONFIRMED_HANDOVERS: readonly Handover[] = ['pickup', 'local_delivery', 'counter'];

/** Payment status after a bad end: a payment is refunded, an authorization is void. */
export const PAYMENT_AFTER_BAD_END: Readonly<Record<PaymentStatus, PaymentStatus>> = {
  pending: 'pending',
  authorized: 'failed',
  paid: 'refunded',
  refunded: 'refunded',
  failed: 'failed',
};

/** Returns whether the merchant must confirm the payment of an order before its handover. */
export function needsPaymentConfirmation(order: Order): boolean {
  const handover = (order.shipping?.methodType ?? 'counter') as Handover;
  return (
    CONFIRMED_HANDOVERS.includes(handover) &&
    CONFIRMATION_NEEDED[gatewayOf(order)].includes(paymentStatusOf(order))
  );
}

/** The means of payment of an order. */
export const gatewayOf = (order: Order): PaymentGateway => order.payment!.gateway as PaymentGateway;

/** The payment status of an order. */
export const paymentStatusOf = (order: Order): PaymentStatus => order.payment!.status as PaymentStatus;
