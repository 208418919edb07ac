import { enumName, type EnumName } from '@commerce/proto/enum.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
  type PaidVia,
} from '@commerce/proto/commerce/orders/v1/values.ts';

/** Name of a means of payment. */
export type GatewayName = EnumName<typeof PaymentGateway>;

/** Name of the status of a payment. */
export type PaymentStatusName = EnumName<typeof PaymentStatus>;

/** Name of the path by which a payment was detected. */
export type PaidViaName = EnumName<typeof PaidVia>;

/** Handover of an order; `counter` is a sale handed over at the counter, which has no shipping. */
type Handover = EnumName<typeof ShippingMethod> | 'counter';

/**
 * Payment statuses in which an order is handed over only after the merchant has confirmed the payment (contract, section 3). Only the
 * merchant sees cash and transfers; an online card that was not authorized has paid nothing. A terminal reports its payments itself,
 * and a credit account is settled later.
 */
const CONFIRMATION_NEEDED: Readonly<Record<GatewayName, readonly PaymentStatusName[]>> = {
  cash: ['pending', 'authorized', 'refunded', 'failed'],
  bank_transfer: ['pending', 'authorized', 'refunded', 'failed'],
  card_online: ['pending', 'failed'],
  card_terminal: [],
  credit_account: [],
};

/** Handovers at which the store meets the buyer; a carrier settles its payments by its own rules. */
const CONFIRMED_HANDOVERS: readonly Handover[] = ['pickup', 'local_delivery', 'counter'];

/** Payment status after a bad end: a payment is refunded, an authorization is void. */
export const PAYMENT_AFTER_BAD_END: Readonly<Record<PaymentStatusName, PaymentStatusName>> = {
  pending: 'pending',
  authorized: 'failed',
  paid: 'refunded',
  refunded: 'refunded',
  failed: 'failed',
};

/** Returns whether the merchant must confirm the payment of an order before its handover. */
export function needsPaymentConfirmation(order: Order): boolean {
  const handover = order.shipping ? enumName(ShippingMethod, order.shipping.methodType) : 'counter';
  return (
    CONFIRMED_HANDOVERS.includes(handover) &&
    CONFIRMATION_NEEDED[gatewayOf(order)].includes(paymentStatusOf(order))
  );
}

/** The means of payment of an order. */
export const gatewayOf = ({ payment }: Order): GatewayName => enumName(PaymentGateway, payment!.gateway);

/** The payment status of an order. */
export const paymentStatusOf = ({ payment }: Order): PaymentStatusName =>
  enumName(PaymentStatus, payment!.status);
