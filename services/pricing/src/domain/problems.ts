import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';
import type { RoundingCentavos } from './engine/amount.ts';

/** Most characters of the name of a price list or promotion. */
const MAX_NAME_LENGTH = 200;

/** One thing that is wrong with a field. */
export const problem = (field: string, message: string, reason = 'invalid_value'): FaultDetail => ({
  reason,
  field,
  message,
});

/**
 * Refuses a request for everything that is wrong with it.
 * @throws Fault `invalid_request` when anything is
 */
export function refuse(details: FaultDetail[]): void {
  if (details.length > 0) throw new Fault('invalid_request', 'The request is not valid.', { details });
}

/** What is wrong with a whole number. */
export function numberProblems(field: string, value: number, least: number, most: number): FaultDetail[] {
  const isWithin = Number.isSafeInteger(value) && value >= least && value <= most;
  return isWithin ? [] : [problem(field, `Must be a whole number from ${least} to ${most}.`)];
}

/** What is wrong with a name. */
export function nameProblems(field: string, name: string): FaultDetail[] {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
    return [problem(field, `Must have 1 to ${MAX_NAME_LENGTH} characters.`)];
  return isReadableLine(name) ? [] : [problem(field, UNREADABLE_LINE)];
}

/** What is wrong with the number of elements. */
export function countProblems(field: string, count: number, least: number, most: number): FaultDetail[] {
  return count >= least && count <= most ? [] : [problem(field, `Must have ${least} to ${most} elements.`)];
}

/** Most products that a list may be limited to. */
const MAX_PRODUCT_FILTER = 100;

/** @throws Fault `invalid_request` for more products than a list may be limited to */
export function checkProductFilter(productIds: string[]): void {
  refuse(countProblems('product_ids', productIds.length, 0, MAX_PRODUCT_FILTER));
}

/** What is wrong with a rounding. */
export function roundingProblems(field: string, centavos: number): FaultDetail[] {
  return isRounding(centavos) ? [] : [problem(field, 'Must be 1, 100, 1000 or 10000.')];
}

const isRounding = (centavos: number): centavos is RoundingCentavos =>
  [1, 100, 1_000, 10_000].includes(centavos);
