import type {
  LineItem,
  ReturnItemsRequest,
  ReturnItemsRequest_Line,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { refund, type Refund } from './change-payment.ts';
import { endAs } from './change-status.ts';
import { withQuantity } from './edit-order.ts';
import type { ChangedField, HistoryEntry, OrderChange } from './order-change.ts';
import { subtotalOf, totalOf, withTotal } from './order-total.ts';
import type { OrderRecord, ProductUnits } from './order.ts';
import { paymentStatusOf } from './payment.ts';
import { canEndAs, invalidTransition } from './status-flow.ts';

/**
 * Checks the lines of a request.
 * @throws Fault invalid_request naming every bad field
 */
export function checkReturn({ lines }: ReturnItemsRequest, { order: { lineItems } }: OrderRecord): void {
  const errors = new FieldErrors();
  const seen = new Set<number>();
  errors.count('lines', lines.length, 1, lineItems.length);
  lines.forEach(({ index, quantity }, n) => {
    const line = lineItems[index];
    if (line === undefined || seen.has(index))
      errors.add(`lines[${n}].index`, 'Must be the index of a line of the order, once.');
    else errors.integer(`lines[${n}].quantity`, quantity, 1, line.quantity);
    seen.add(index);
  });
  errors.throwIfAny();
}

/** Items that came back. */
export interface Return {
  lines: readonly ReturnItemsRequest_Line[];
  notes?: string | undefined;
  /** Money given back for them. */
  refund?: Refund | undefined;
}

/**
 * Takes items of an order back. An order of which nothing is left is returned, with its lines; otherwise the lines keep what the buyer
 * has, and the payment follows the balance.
 * @throws Fault `invalid_transition` unless the order was shipped or delivered; `over_paid`
 */
export function returnItems(record: OrderRecord, items: Return, nowMs: number): OrderChange {
  const { order } = record;
  if (!canEndAs(order.status, 'returned'))
    throw invalidTransition(`Items of an order that is ${order.status} cannot be returned.`);
  const returnedOf = new Map(items.lines.map(({ index, quantity }) => [index, quantity]));
  const kept = order.lineItems.flatMap((line, index) => {
    const quantity = line.quantity - (returnedOf.get(index) ?? 0);
    return quantity === 0 ? [] : [quantity === line.quantity ? line : withQuantity(line, quantity)];
  });
  const entry: HistoryEntry = {
    kind: 'return',
    notes: items.notes,
    returned: items.lines.map(({ index, quantity, restock }) => ({
      name: order.lineItems[index]!.name,
      quantity,
      restock,
    })),
  };
  const change =
    kept.length === 0 ? returnAll(record, items.refund) : returnSome(record, kept, items.refund, nowMs);
  const lost = writtenOff(order.lineItems, items.lines);
  return {
    ...change,
    record: {
      ...change.record,
      linesChanged: record.linesChanged || kept.length > 0 || lost.length > 0,
      writtenOff: lost.length === 0 ? record.writtenOff : [...record.writtenOff, ...lost],
    },
    history: [entry, ...change.history],
  };
}

/** Ends the order; what is not refunded yet is refunded by the means of its payments. */
function returnAll(record: OrderRecord, money: Refund | undefined): OrderChange {
  const refunded = money && refund(record, money, true);
  const ended = endAs(refunded?.record ?? record, 'returned', undefined)!;
  const changed = new Set<ChangedField>([...ended.changed, ...(refunded?.changed ?? [])]);
  return { ...ended, changed: [...changed], history: [...(refunded?.history ?? []), ...ended.history] };
}

function returnSome(
  record: OrderRecord,
  lineItems: LineItem[],
  money: Refund | undefined,
  nowMs: number,
): OrderChange {
  const { order } = record;
  const discountCentavos = shareOf(
    order.discountCentavos,
    subtotalOf(lineItems),
    subtotalOf(order.lineItems),
  );
  const shippingCentavos = order.shipping?.priceCentavos ?? 0;
  const total = totalOf({ lineItems, discountCentavos, shippingCentavos });
  const refunded = money && refund(record, money);
  const smaller = withTotal(refunded?.record ?? record, total, nowMs);
  const last = { ...smaller, order: { ...smaller.order, lineItems, discountCentavos } };
  const changed: ChangedField[] = ['line_items'];
  if (discountCentavos !== order.discountCentavos) changed.push('discount');
  if (total !== order.totalCentavos) changed.push('total');
  if (refunded !== undefined || paymentStatusOf(last.order) !== paymentStatusOf(order))
    changed.push('payment');
  return { record: last, changed, history: refunded?.history ?? [] };
}

/** The share of a discount, half a centavo rounded up. */
function shareOf(discountCentavos: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const [discount, of, all] = [BigInt(discountCentavos), BigInt(part), BigInt(whole)];
  return Number((2n * discount * of + all) / (2n * all));
}

const writtenOff = (
  lineItems: readonly LineItem[],
  lines: readonly ReturnItemsRequest_Line[],
): ProductUnits[] =>
  lines.flatMap(({ index, quantity, restock }) => {
    const { productId, variantId } = lineItems[index]!;
    return restock || productId === undefined ? [] : [{ productId, variantId, quantity }];
  });
