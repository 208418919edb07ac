import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { subtotalOf } from './order-total.ts';

const MAX_PERCENT_BP = 10_000;
/** The limit of stores that set none. */
export const NO_DISCOUNT_LIMIT = MAX_PERCENT_BP;

/** Discount in a request: an amount, or hundredths of a percent. */
interface Discount {
  discountCentavos?: number | undefined;
  discountPercentBp?: number | undefined;
}

/** Checks that a discount is an amount or a percentage, and not both. */
export function checkDiscount(
  errors: FieldErrors,
  at: string,
  { discountCentavos = 0, discountPercentBp }: Discount,
): void {
  errors.amount(`${at}discount_centavos`, discountCentavos);
  if (discountPercentBp === undefined) return;
  if (discountPercentBp < 1 || discountPercentBp > MAX_PERCENT_BP)
    errors.add(`${at}discount_percent_bp`, 'Must be more than 0 and at most 100 percent.');
  else if (discountCentavos !== 0)
    errors.add(`${at}discount_percent_bp`, 'Must be absent if discount_centavos is set.');
}

/** Amount of a discount. A percentage is computed once, from the whole amount, half a centavo rounded up. */
export function discountOf(
  { discountCentavos = 0, discountPercentBp }: Discount,
  amountCentavos: number,
): number {
  if (discountPercentBp === undefined) return discountCentavos;
  return Number((BigInt(amountCentavos) * BigInt(discountPercentBp) + 5_000n) / 10_000n);
}

/**
 * Reduces the unit prices of lines by the discounts of their units.
 * @throws Fault invalid_request naming each line with a discount of more than its price
 */
export function discountLines(
  lines: readonly CreateOrderRequest_Line[],
  atFullPrice: readonly LineItem[],
): LineItem[] {
  const errors = new FieldErrors();
  const reduced = atFullPrice.map((item, n) => {
    const off = discountOf(lines[n]!, item.unitPriceCentavos);
    if (off > item.unitPriceCentavos)
      errors.add(`lines[${n}].discount_centavos`, 'Must not exceed the price of the unit.');
    const unitPriceCentavos = item.unitPriceCentavos - off;
    return off === 0
      ? item
      : {
          ...item,
          unitPriceCentavos,
          totalCentavos: unitPriceCentavos * item.quantity,
          unitDiscountCentavos: off,
        };
  });
  errors.throwIfAny();
  return reduced;
}

/**
 * Checks that neither a line nor the whole order is discounted by more than the limit of its store.
 * @throws Fault `discount_over_limit` naming the first bad field
 */
export function requireWithinLimit(
  request: CreateOrderRequest,
  lineItems: readonly LineItem[],
  limitBp: number,
): void {
  const bad = lineItems.findIndex((line) => (line.unitDiscountCentavos ?? 0) > unitLimitOf(line, limitBp));
  if (bad !== -1) throw overLimit(`lines[${bad}]`, limitBp);
  const discountCentavos = discountOf(request, subtotalOf(lineItems));
  if (isOverLimit({ lineItems, discountCentavos }, limitBp)) throw overLimit('discount_centavos', limitBp);
}

/**
 * Checks that an edit does not discount the whole order by more than the limit of its store, unless it only adds lines or leaves no
 * discount but that of lines, which it cannot change.
 * @throws Fault `discount_over_limit`
 */
export function requireEditWithinLimit(
  before: Discounted,
  { lineItems, discountCentavos }: Discounted,
  limitBp: number,
): void {
  const isLess =
    discountCentavos <= before.discountCentavos && subtotalOf(lineItems) >= subtotalOf(before.lineItems);
  if (isLess || discountCentavos === 0 || !isOverLimit({ lineItems, discountCentavos }, limitBp)) return;
  throw overLimit('discount_centavos', limitBp);
}

/** Lines and discount of an order. */
interface Discounted {
  lineItems: readonly LineItem[];
  discountCentavos: number;
}

/** Returns whether the discounts of the lines and of the order exceed the limit together. */
function isOverLimit({ lineItems, discountCentavos }: Discounted, limitBp: number): boolean {
  const sum = (ofUnit: (line: LineItem) => number): number =>
    lineItems.reduce((total, line) => total + ofUnit(line) * line.quantity, 0);
  const off = sum(({ unitDiscountCentavos = 0 }) => unitDiscountCentavos);
  // Rounded up by unit, the discounts of the lines may exceed the limit of their sum by centavos.
  const limit = Math.max(
    discountOf({ discountPercentBp: limitBp }, subtotalOf(lineItems) + off),
    sum((line) => unitLimitOf(line, limitBp)),
  );
  return off + discountCentavos > limit;
}

/** The largest discount of a unit of a line. */
const unitLimitOf = ({ unitPriceCentavos, unitDiscountCentavos = 0 }: LineItem, limitBp: number): number =>
  discountOf({ discountPercentBp: limitBp }, unitPriceCentavos + unitDiscountCentavos);

const overLimit = (field: string, limitBp: number): Fault =>
  conflict('discount_over_limit', `Your role may give discounts of at most ${limitBp / 100} percent.`, field);

/**
 * Checks the limit that a store sets.
 * @throws Fault invalid_request
 */
export function requireDiscountLimit(limitBp: number): number {
  if (limitBp < 0 || limitBp > MAX_PERCENT_BP)
    throw invalid('settings.discount_limit_bp', 'Must be 0 to 100 percent, in hundredths.');
  return limitBp;
}
