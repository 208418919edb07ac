import type { OrderDetail, OrderPayments } from '@commerce/console-api/routes/order-messages.ts';

/** Units of a line to be returned. */
export interface ReturnLine {
  quantity: number;
  restock: boolean;
}

/** No unit of an order's lines. */
export const noneReturned = ({ lineItems }: Pick<OrderDetail, 'lineItems'>): ReturnLine[] =>
  lineItems.map(() => ({ quantity: 0, restock: true }));

/** Lines of which something is returned, with their indexes. */
export const returnedLines = (lines: readonly ReturnLine[]): (ReturnLine & { index: number })[] =>
  lines.flatMap((line, index) => (line.quantity === 0 ? [] : [{ index, ...line }]));

/** Amount that was paid and not refunded. */
export const heldOf = ({ paidCentavos, refundedCentavos }: OrderPayments): number =>
  paidCentavos - refundedCentavos;

type Sold = Pick<OrderDetail, 'lineItems' | 'discountCentavos' | 'totalCentavos'>;

/** Reports whether nothing of the order would be left. */
export const isWhole = ({ lineItems }: Sold, lines: readonly ReturnLine[]): boolean =>
  lineItems.every(({ quantity }, n) => quantity === lines[n]!.quantity);

/** Value of the returned units: their price, less their share of the discount. An estimate of what the platform computes. */
export function returnedValue({ lineItems, discountCentavos }: Sold, lines: readonly ReturnLine[]): number {
  const subtotal = lineItems.reduce((sum, line) => sum + line.totalCentavos, 0);
  const returned = lineItems.reduce((sum, line, n) => sum + line.unitPriceCentavos * lines[n]!.quantity, 0);
  if (subtotal === 0) return 0;
  const left = Number(
    (2n * BigInt(discountCentavos) * BigInt(subtotal - returned) + BigInt(subtotal)) /
      (2n * BigInt(subtotal)),
  );
  return returned - (discountCentavos - left);
}

/** Amount owed to the buyer once the units are returned, of what was paid. */
export function owedAfter(order: Sold, payments: OrderPayments, lines: readonly ReturnLine[]): number {
  const owed = returnedValue(order, lines) - payments.balanceCentavos;
  return Math.min(Math.max(owed, 0), heldOf(payments));
}
