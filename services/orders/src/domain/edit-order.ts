import {
  LineItem,
  type EditOrderRequest,
  type EditOrderRequest_Line,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { checkTotal } from './line-items.ts';
import { checkLine, MAX_LINES, MAX_UNITS } from './new-order.ts';
import type { ChangedField, OrderChange } from './order-change.ts';
import { totalOf, withTotal } from './order-total.ts';
import type { OrderRecord, ProductUnits } from './order.ts';
import { paymentStatusOf } from './payment.ts';
import { isUnderWay, type StatusFlow } from './status-flow.ts';

/**
 * Checks that lines, discount and shipping price of an order can still change.
 * @throws Fault `not_editable` once it was shipped or has ended
 */
export function requireEditable({ order: { status } }: OrderRecord, flow: StatusFlow): void {
  if (isUnderWay(flow, status))
    throw conflict('not_editable', `The order is ${status}: its lines and prices can no longer change.`);
}

/**
 * Checks a request as far as this is possible without the order and other services.
 * @throws Fault invalid_request naming every bad field
 */
export function checkEdit({ lines, discountCentavos }: EditOrderRequest, { order }: OrderRecord): void {
  const errors = new FieldErrors();
  errors.amount('discount_centavos', discountCentavos);
  const seen = new Set<number>();
  if (errors.count('lines', lines.length, 1, MAX_LINES))
    lines.forEach((line, n) => {
      const at = `lines[${n}]`;
      if (line.index === undefined) return checkLine(errors, at, line, order.source);
      errors.integer(`${at}.quantity`, line.quantity, 1, MAX_UNITS);
      if (order.lineItems[line.index] === undefined || seen.has(line.index))
        errors.add(`${at}.index`, 'Must be the index of a line of the order, once.');
      seen.add(line.index);
    });
  errors.throwIfAny();
}

/**
 * The lines of an order after an edit: those that stay with their prices, and the added ones.
 * @param added one for each line without an index
 * @throws Fault invalid_request for a line whose total is too large
 */
export function editedLines(
  before: readonly LineItem[],
  lines: readonly EditOrderRequest_Line[],
  added: readonly LineItem[],
): LineItem[] {
  const next = added.values();
  const edited = lines.map(({ index, quantity }) =>
    index === undefined ? next.next().value! : withQuantity(before[index]!, quantity),
  );
  const errors = new FieldErrors();
  edited.forEach((line, n) => checkTotal(errors, `lines[${n}]`, line));
  errors.throwIfAny();
  return edited;
}

/** A line with another quantity, at its price and cost per unit. */
export const withQuantity = (line: LineItem, quantity: number): LineItem => ({
  ...line,
  quantity,
  totalCentavos: line.unitPriceCentavos * quantity,
  ...(line.cogsCentavos !== undefined && { cogsCentavos: (line.cogsCentavos / line.quantity) * quantity }),
});

/** Units of a product that an edit adds, with the name of a line that has it. */
export type AddedUnits = ProductUnits & { field: string };

/** The units by which the lines of an order grow. */
export function addedUnits(before: readonly LineItem[], after: readonly LineItem[]): AddedUnits[] {
  const units = new Map<string, AddedUnits>();
  const add = (lines: readonly LineItem[], sign: 1 | -1) =>
    lines.forEach(({ productId, variantId, quantity }, n) => {
      if (productId === undefined) return;
      const key = `${productId} ${variantId}`;
      const known = units.get(key) ?? { productId, variantId, quantity: 0, field: `lines[${n}]` };
      units.set(key, { ...known, quantity: known.quantity + sign * quantity });
    });
  add(after, 1);
  add(before, -1);
  return [...units.values()].filter(({ quantity }) => quantity > 0);
}

/** Lines and discount of an order after an edit. */
export interface Edit {
  lineItems: LineItem[];
  discountCentavos: number;
  /** The reservation of the added units. */
  takesOver?: string | undefined;
}

/**
 * Replaces the lines and the discount of an order; its payment follows the balance.
 * @returns undefined when nothing differs
 * @throws Fault `not_editable`; `payment_begun`; `invalid_request` for a total out of bounds
 */
export function editOrder(
  record: OrderRecord,
  flow: StatusFlow,
  { lineItems, discountCentavos, takesOver }: Edit,
  nowMs: number,
): OrderChange | undefined {
  requireEditable(record, flow);
  const { order } = record;
  const isSameLines = isSame(order.lineItems, lineItems);
  if (isSameLines && discountCentavos === order.discountCentavos) return undefined;
  const total = totalOf({
    lineItems,
    discountCentavos,
    shippingCentavos: order.shipping?.priceCentavos ?? 0,
  });
  const after = withTotal(record, total, nowMs);
  const changed: ChangedField[] = [];
  if (!isSameLines) changed.push('line_items');
  if (discountCentavos !== order.discountCentavos) changed.push('discount');
  if (total !== order.totalCentavos) changed.push('total');
  if (paymentStatusOf(after.order) !== paymentStatusOf(order)) changed.push('payment');
  return {
    record: {
      ...after,
      linesChanged: record.linesChanged || !isSameLines,
      order: {
        ...after.order,
        discountCentavos,
        lineItems: isSameLines ? order.lineItems : lineItems,
      },
    },
    changed,
    history: [{ kind: 'edit', from: String(order.totalCentavos), to: String(total) }],
    takesOver,
  };
}

const isSame = (a: readonly LineItem[], b: readonly LineItem[]): boolean =>
  a.length === b.length && a.every((line, n) => encoded(line).equals(encoded(b[n]!)));

const encoded = (line: LineItem): Buffer => Buffer.from(LineItem.encode(line).finish());
