import { enumName, type EnumName } from '@commerce/proto/enum.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import { PaymentGateway, PaymentStatus, type PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';

/** Name of a means of payment. */
export type GatewayName = EnumName<typeof PaymentGateway>;

/** Name of a means by which money changes hands: all but a credit account. */
export type MoneyGatewayName = Exclude<GatewayName, 'credit_account'>;

/** Name of the status of a payment. */
export type PaymentStatusName = EnumName<typeof PaymentStatus>;

/** Name of the path by which a payment was detected. */
export type PaidViaName = EnumName<typeof PaidVia>;

/** Payment status after a bad end: a payment is refunded, an authorization is void. */
export const PAYMENT_AFTER_BAD_END: Readonly<Record<PaymentStatusName, PaymentStatusName>> = {
  pending: 'pending',
  authorized: 'failed',
  paid: 'refunded',
  refunded: 'refunded',
  failed: 'failed',
};

/** The means of payment of an order. */
export const gatewayOf = ({ payment }: Order): GatewayName => enumName(PaymentGateway, payment!.gateway);

/** The means by which generated payments settle an order: its own, or a transfer for a credit account. */
export function settlingGatewayOf(order: Order): MoneyGatewayName {
  const gateway = gatewayOf(order);
  return gateway === 'credit_account' ? 'bank_transfer' : gateway;
}

/**
 * Checks that a means is one by which money changes hands.
 * @throws Fault invalid_request
 */
export function requireMoney(field: string, value: PaymentGateway): MoneyGatewayName {
  const gateway = requireEnumName(field, PaymentGateway, value);
  if (gateway === 'credit_account') throw invalid(field, 'Must be a means by which money changes hands.');
  return gateway;
}

/** The payment status of an order. */
export const paymentStatusOf = ({ payment }: Order): PaymentStatusName =>
  enumName(PaymentStatus, payment!.status);
