import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, WHOLE_BP } from './engine/amount.ts';
import { findCycle } from './engine/price-list.ts';
import { checkRounding, MAX_NAME_LENGTH } from './field-checks.ts';

/** Maximum number of price lists of a store. */
export const MAX_PRICE_LISTS = 200;

/** Maximum number of fixed prices that one call sets or removes. */
const MAX_ENTRIES = 1_000;

/** Requested content of a price list. */
export interface PriceListDraft {
  name: string;
  rule?: { percentBp: number; overListId?: string | undefined; roundingCentavos: number } | undefined;
}

/** The list that each list of a store is based on. */
export type ListLinks = ReadonlyMap<string, string | undefined>;

/**
 * Checks a price list.
 * @param links of all lists of the store, without the change
 * @throws Fault `invalid_request` with all problems, including a cycle
 */
export function checkPriceList(id: string, { name, rule }: PriceListDraft, links: ListLinks): void {
  const errors = new FieldErrors();
  errors.line('name', name, 1, MAX_NAME_LENGTH);
  if (rule !== undefined) {
    errors.integer('rule.percent_bp', rule.percentBp, -WHOLE_BP, MAX_PERCENT_BP);
    checkRounding(errors, 'rule.rounding_centavos', rule.roundingCentavos);
    checkBaseList(errors, id, rule.overListId, links);
  }
  errors.throwIfAny();
}

function checkBaseList(
  errors: FieldErrors,
  id: string,
  overListId: string | undefined,
  links: ListLinks,
): void {
  const field = 'rule.over_list_id';
  if (overListId === undefined) return;
  if (overListId !== id && !links.has(overListId)) errors.add(field, 'The store has no such price list.');
  else if (findCycle(new Map(links).set(id, overListId)) !== undefined)
    errors.add(field, 'The list would be based on itself.');
}

/** Key of a fixed price in a list. */
export interface EntryKey {
  productId: string;
  variantId?: string | undefined;
}

/**
 * Checks fixed prices by themselves, without stored data.
 * @throws Fault `invalid_request` with all problems
 */
export function checkEntries(entries: (EntryKey & { priceCentavos: number })[]): void {
  checkEntryCount(entries.length);
  const errors = new FieldErrors();
  const seen = new Set<string>();
  for (const [n, { productId, variantId = '', priceCentavos }] of entries.entries()) {
    const key = `${productId}/${variantId}`;
    errors.integer(`entries[${n}].price_centavos`, priceCentavos, 0, MAX_AMOUNT_CENTAVOS);
    if (seen.has(key)) errors.add(`entries[${n}]`, 'Must be given only once.');
    seen.add(key);
  }
  errors.throwIfAny();
}

/** @throws Fault `invalid_request` for no entries, or more than one call may name */
export function checkEntryCount(count: number): void {
  const errors = new FieldErrors();
  errors.count('entries', count, 1, MAX_ENTRIES);
  errors.throwIfAny();
}

/**
 * Checks that the products and variants of fixed prices exist.
 * @param variantIdsOf the variants of the existing ones of the products
 * @throws Fault `invalid_request` with all problems
 */
export function checkEntriesExist(
  entries: EntryKey[],
  variantIdsOf: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const errors = new FieldErrors();
  for (const [n, { productId, variantId }] of entries.entries()) {
    const variantIds = variantIdsOf.get(productId);
    if (variantIds === undefined) errors.add(`entries[${n}].product_id`, 'The product does not exist.');
    else if (variantId !== undefined && !variantIds.has(variantId))
      errors.add(`entries[${n}].variant_id`, 'The product has no such variant.');
  }
  errors.throwIfAny();
}
