import { enumName, type EnumName } from '@commerce/proto/enum.ts';
import { ShippingMethod } from '@commerce/proto/commerce/orders/v1/values.ts';
import { heldCentavos } from './ledger.ts';
import type { OrderRecord } from './order.ts';
import { gatewayOf, paymentStatusOf, type GatewayName, type PaymentStatusName } from './payment.ts';

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

/** Returns whether the merchant must confirm the payment of an order before its handover. */
export function needsPaymentConfirmation({
  order,
  payments,
}: Pick<OrderRecord, 'order' | 'payments'>): boolean {
  const handover = order.shipping ? enumName(ShippingMethod, order.shipping.methodType) : 'counter';
  if (!CONFIRMED_HANDOVERS.includes(handover)) return false;
  const gateway = gatewayOf(order);
  const status = paymentStatusOf(order);
  // The rest of an order that is paid in parts may be due by any means.
  const isPartlyPaid = status !== 'paid' && gateway !== 'credit_account' && heldCentavos(payments) > 0;
  return isPartlyPaid || CONFIRMATION_NEEDED[gateway].includes(status);
}
