import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  PaymentGateway,
  PaymentStatus,
  type PaymentEntryKind,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { gatewayOf, paymentStatusOf, type GatewayName, type PaidViaName } from './payment.ts';

/** A payment of an order, or a refund. */
export interface PaymentEntry {
  kind: EnumName<typeof PaymentEntryKind>;
  gateway: GatewayName;
  /** At least 1. */
  amountCentavos: number;
  /** The path that detected a payment. */
  paidVia?: PaidViaName | undefined;
}

/** Money of an order. */
export interface Balance {
  paidCentavos: number;
  /** At most `paidCentavos`. */
  refundedCentavos: number;
  /** Owed by the buyer; negative when the buyer is owed. */
  balanceCentavos: number;
}

/** Adds up the payments of an order. */
export function balanceOf(
  { totalCentavos }: Pick<Order, 'totalCentavos'>,
  payments: readonly PaymentEntry[],
): Balance {
  const paidCentavos = sumOf(payments, 'payment');
  const refundedCentavos = sumOf(payments, 'refund');
  return {
    paidCentavos,
    refundedCentavos,
    balanceCentavos: totalCentavos - paidCentavos + refundedCentavos,
  };
}

const sumOf = (payments: readonly PaymentEntry[], kind: PaymentEntry['kind']): number =>
  payments.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amountCentavos : sum), 0);

/** Money that was paid and not given back. */
export function heldCentavos(payments: readonly PaymentEntry[]): number {
  return sumOf(payments, 'payment') - sumOf(payments, 'refund');
}

/** The means of the largest part, the first of equal ones; undefined without parts. */
export function mainGateway(
  parts: readonly { gateway: GatewayName; amountCentavos: number }[],
): GatewayName | undefined {
  let main = parts[0];
  for (const part of parts) if (part.amountCentavos > main!.amountCentavos) main = part;
  return main?.gateway;
}

/** Refunds that give back what was paid and not refunded yet, by the means of the payments. */
export function refundsOfRest(payments: readonly PaymentEntry[]): PaymentEntry[] {
  let rest = heldCentavos(payments);
  const refunds: PaymentEntry[] = [];
  for (const [gateway, entries] of Map.groupBy(payments, (entry) => entry.gateway)) {
    // A refund may have used other means than the payment, so the parts of a means can exceed the rest.
    const amountCentavos = Math.min(heldCentavos(entries), rest);
    if (amountCentavos <= 0) continue;
    refunds.push({ kind: 'refund', gateway, amountCentavos });
    rest -= amountCentavos;
  }
  return refunds;
}

/**
 * An order whose `payment` follows its payments. A credit account stays one: `order.paid` is never published for it.
 * @param status the new status; unchanged when absent
 */
export function withPaymentOf(
  order: Order,
  payments: readonly PaymentEntry[],
  status = paymentStatusOf(order),
): Order {
  const ofPayments = mainGateway(payments.filter(({ kind }) => kind === 'payment'));
  const isCredit = gatewayOf(order) === 'credit_account';
  const gateway = isCredit ? 'credit_account' : (ofPayments ?? gatewayOf(order));
  return {
    ...order,
    payment: { gateway: enumValue(PaymentGateway, gateway), status: enumValue(PaymentStatus, status) },
  };
}
