import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { MAX_AMOUNT_CENTAVOS, type RoundingCentavos } from './engine/amount.ts';

/** Maximum number of characters of the name of a price list or promotion. */
export const MAX_NAME_LENGTH = 200;

/** Maximum number of products by which a list can be filtered. */
const MAX_PRODUCT_FILTER = 100;

/** Checks the number of products by which a list is filtered. @throws Fault `invalid_request` */
export function checkProductFilter(productIds: string[]): void {
  const errors = new FieldErrors();
  errors.count('product_ids', productIds.length, 0, MAX_PRODUCT_FILTER);
  errors.throwIfAny();
}

/** Checks a rounding. */
export function checkRounding(errors: FieldErrors, field: string, centavos: number): void {
  if (!isRounding(centavos)) errors.add(field, 'Must be 1, 100, 1000 or 10000.');
}

const isRounding = (centavos: number): centavos is RoundingCentavos =>
  [1, 100, 1_000, 10_000].includes(centavos);

/** Checks an amount that must be above 0, or may be 0. */
export function checkAmount(errors: FieldErrors, field: string, centavos: number, min: 0 | 1): void {
  if (Number.isSafeInteger(centavos) && centavos >= min && centavos <= MAX_AMOUNT_CENTAVOS) return;
  errors.add(field, `Must be ${min === 1 ? 'above' : 'at least'} 0 and at most 10^12.`);
}
