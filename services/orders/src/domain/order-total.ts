import type { LineItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { MAX_CENTAVOS } from '@commerce/service-kit/fields.ts';
import { balanceOf, heldCentavos, withPaymentOf } from './ledger.ts';
import type { OrderRecord } from './order.ts';
import { gatewayOf, paymentStatusOf, type PaymentStatusName } from './payment.ts';

/** Sum of the lines. */
export const subtotalOf = (lineItems: readonly LineItem[]): number =>
  lineItems.reduce((sum, line) => sum + line.totalCentavos, 0);

/** Parts of the total of an order. */
export interface TotalParts {
  lineItems: readonly LineItem[];
  discountCentavos: number;
  /** Price of the shipping. */
  shippingCentavos: number;
}

/**
 * Total of an order.
 * @throws Fault invalid_request if it is negative or exceeds the maximum amount
 */
export function totalOf({ lineItems, discountCentavos, shippingCentavos }: TotalParts): number {
  const subtotal = subtotalOf(lineItems);
  if (subtotal > MAX_CENTAVOS) throw invalid('lines', 'The order total exceeds 10^12 pesos.');
  if (discountCentavos > subtotal)
    throw invalid('discount_centavos', 'Must not exceed the sum of the lines.');
  return subtotal - discountCentavos + shippingCentavos;
}

/**
 * An order with another total: its payment follows the balance, and a payment that now settles it counts as that of the order.
 * @throws Fault `payment_begun` for a higher total while a payment is authorized
 */
export function withTotal(record: OrderRecord, totalCentavos: number, nowMs: number): OrderRecord {
  const order = { ...record.order, totalCentavos };
  if (totalCentavos === record.order.totalCentavos) return { ...record, order };
  const status = paymentStatusOf(order);
  const grows = totalCentavos > record.order.totalCentavos;
  if (grows && status === 'authorized')
    throw conflict('payment_begun', 'The authorized amount is lower: collect or void it first.');
  const { payments } = record;
  const isSettled = heldCentavos(payments) > 0 && balanceOf(order, payments).balanceCentavos <= 0;
  const after = { ...record, order: withPaymentOf(order, payments, statusAfter(status, isSettled, grows)) };
  if (!isSettled || status === 'paid') return after;
  const paidVia = gatewayOf(order) === 'credit_account' ? undefined : lastPath(record);
  return { ...after, paidVia: record.paidVia ?? paidVia, paidAtMs: record.paidAtMs ?? nowMs };
}

/** A paid order stays paid unless its total grows: a refund on top of a return is no debt. */
function statusAfter(status: PaymentStatusName, isSettled: boolean, grows: boolean): PaymentStatusName {
  if (isSettled) return 'paid';
  return status === 'paid' && grows ? 'pending' : status;
}

/** The path of the last payment. */
const lastPath = ({ payments }: OrderRecord): OrderRecord['paidVia'] =>
  payments.findLast(({ kind }) => kind === 'payment')?.paidVia;
