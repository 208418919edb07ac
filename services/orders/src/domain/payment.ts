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

/** How far a payment is (decisions, "Ids, amounts, values"). */
export type PaymentStatus = 'pending' | 'authorized' | 'paid' | 'refunded' | 'failed';

/** By which path a payment was found (contract, section 6, `order.paid`). */
export type PaidVia = 'pos' | 'card' | 'online' | 'terminal' | 'delivery_confirmation';

/**
 * In which statuses of its payment an order is handed over only after the merchant has confirmed the payment (contract, section 3).
 * Cash and transfers are seen by the merchant alone; a card online that was not authorized has brought nothing. A terminal tells of
 * its payments itself, and a credit account is settled later.
 */
export const CONFIRMATION_NEEDED: Readonly<Record<PaymentGateway, readonly PaymentStatus[]>> = {
  cash: ['pending', 'authorized', 'refunded', 'failed'],
  bank_transfer: ['pending', 'authorized', 'refunded', 'failed'],
  card_online: ['pending', 'failed'],
  card_terminal: [],
  credit_account: [],
};

/** The handovers at which the store itself meets the buyer; a carrier settles what it collected by its own rules. */
export const CONFIRMED_HANDOVERS: readonly Handover[] = ['pickup', 'local_delivery', 'counter'];

/** What becomes of the payment when an order comes to a bad end: what was paid is given back, an authorization is void. */
export const PAYMENT_AFTER_BAD_END: Readonly<Record<PaymentStatus, PaymentStatus>> = {
  pending: 'pending',
  authorized: 'failed',
  paid: 'refunded',
  refunded: 'refunded',
  failed: 'failed',
};

/** Whether an order may be handed over only after the merchant has confirmed its payment. */
export function needsPaymentConfirmation(order: Order): boolean {
  const handover = (order.shipping?.methodType ?? 'counter') as Handover;
  return (
    CONFIRMED_HANDOVERS.includes(handover) &&
    CONFIRMATION_NEEDED[gatewayOf(order)].includes(paymentStatusOf(order))
  );
}

/** The means of payment of an order. */
export const gatewayOf = (order: Order): PaymentGateway => order.payment!.gateway as PaymentGateway;

/** How far the payment of an order is. */
export const paymentStatusOf = (order: Order): PaymentStatus => order.payment!.status as PaymentStatus;
