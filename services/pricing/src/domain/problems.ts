import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';
import type { RoundingCentavos } from './engine/amount.ts';

/** Maximum number of characters of the name of a price list or promotion. */
const MAX_NAME_LENGTH = 200;

/** Maximum number of products by which a list can be filtered. */
const MAX_PRODUCT_FILTER = 100;

/** Describes a problem with a field. */
export const problem = (field: string, message: string, reason = 'invalid_value'): FaultDetail => ({
  reason,
  field,
  message,
});

/** @throws Fault `invalid_request` with all problems, if there are any */
export function throwIfInvalid(details: FaultDetail[]): void {
  if (details.length > 0) throw new Fault('invalid_request', 'The request is not valid.', { details });
}

/** Checks a whole number. */
export function numberProblems(field: string, value: number, min: number, max: number): FaultDetail[] {
  const isWithin = Number.isSafeInteger(value) && value >= min && value <= max;
  return isWithin ? [] : [problem(field, `Must be a whole number from ${min} to ${max}.`)];
}

/** Checks a name. */
export function nameProblems(field: string, name: string): FaultDetail[] {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
    return [problem(field, `Must be 1 to ${MAX_NAME_LENGTH} characters.`)];
  return isReadableLine(name) ? [] : [problem(field, UNREADABLE_LINE)];
}

/** Checks the number of elements. */
export function countProblems(field: string, count: number, min: number, max: number): FaultDetail[] {
  return count >= min && count <= max ? [] : [problem(field, `Must have ${min} to ${max} elements.`)];
}

/** Checks the number of products by which a list is filtered. @throws Fault `invalid_request` */
export function checkProductFilter(productIds: string[]): void {
  throwIfInvalid(countProblems('product_ids', productIds.length, 0, MAX_PRODUCT_FILTER));
}

/** Checks a rounding. */
export function roundingProblems(field: string, centavos: number): FaultDetail[] {
  return isRounding(centavos) ? [] : [problem(field, 'Must be 1, 100, 1000 or 10000.')];
}

const isRounding = (centavos: number): centavos is RoundingCentavos =>
  [1, 100, 1_000, 10_000].includes(centavos);
