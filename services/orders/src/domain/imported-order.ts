import { canExpire, DEFAULT_ORDER_EXPIRY_MS } from './expiry.ts';
import type { OrderRecord } from './order.ts';
import { gatewayOf, paymentStatusOf, type PaidVia, type PaymentGateway } from './payment.ts';

/** An order that comes from elsewhere, such as the demo's: what the API tells of it is all that is known. */
export type ImportedOrder = Pick<OrderRecord, 'storeId' | 'order'>;

/** How orders that come from elsewhere are taken to have been paid. */
const PAID_VIA: Readonly<Record<PaymentGateway, PaidVia | undefined>> = {
  cash: 'delivery_confirmation',
  card_terminal: 'terminal',
  card_online: 'online',
  bank_transfer: 'online',
  credit_account: undefined,
};

/** The record of an order that comes from elsewhere; migration 0002 made the same of the orders that were there before it. */
export function importedRecord({ storeId, order }: ImportedOrder): OrderRecord {
  const gateway = gatewayOf(order);
  const wasPaid = ['paid', 'refunded'].includes(paymentStatusOf(order));
  const viaOf = (): PaidVia | undefined =>
    order.source === 'pos' && gateway !== 'credit_account' ? 'pos' : PAID_VIA[gateway];
  return {
    storeId,
    order,
    version: 1,
    paidAtMs: wasPaid ? order.updatedAtMs : undefined,
    paidVia: wasPaid ? viaOf() : undefined,
    paymentConfirmedAtMs: undefined,
    expiresAtMs:
      canExpire(order) && order.status !== 'shipped'
        ? order.createdAtMs + DEFAULT_ORDER_EXPIRY_MS
        : undefined,
  };
}
