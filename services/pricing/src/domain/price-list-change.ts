import type { FaultDetail } from '@commerce/service-kit/fault.ts';
import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, WHOLE_BP } from './engine/amount.ts';
import { findCycle } from './engine/price-list.ts';
import {
  countProblems,
  nameProblems,
  numberProblems,
  problem,
  refuse,
  roundingProblems,
} from './problems.ts';

/** Most price lists of a store. */
export const MAX_PRICE_LISTS = 200;

/** Most fixed prices that one call sets or removes. */
const MAX_ENTRIES = 1_000;

/** A price list as it shall be. */
export interface PriceListDraft {
  name: string;
  rule?: { percentBp: number; overListId?: string | undefined; roundingCentavos: number } | undefined;
}

/** Which list each list of a store is over. */
export type ListLinks = ReadonlyMap<string, string | undefined>;

/**
 * Refuses a price list that cannot be.
 * @param links those of all lists of the store, without the change
 * @throws Fault `invalid_request` with all that is wrong, a circle included
 */
export function checkPriceList(id: string, { name, rule }: PriceListDraft, links: ListLinks): void {
  refuse([
    ...nameProblems('name', name),
    ...(rule === undefined
      ? []
      : [
          ...numberProblems('rule.percent_bp', rule.percentBp, -WHOLE_BP, MAX_PERCENT_BP),
          ...roundingProblems('rule.rounding_centavos', rule.roundingCentavos),
          ...overProblems(id, rule.overListId, links),
        ]),
  ]);
}

function overProblems(id: string, overListId: string | undefined, links: ListLinks): FaultDetail[] {
  const field = 'rule.over_list_id';
  if (overListId === undefined) return [];
  if (overListId !== id && !links.has(overListId))
    return [problem(field, 'The store has no such price list.')];
  const isCircle = findCycle(new Map(links).set(id, overListId)) !== undefined;
  return isCircle ? [problem(field, 'The list would be over itself.')] : [];
}

/** Names a fixed price. */
export interface EntryPlace {
  productId: string;
  variantId?: string | undefined;
}

/**
 * Refuses fixed prices that cannot be, for what they say alone.
 * @throws Fault `invalid_request` with all that is wrong
 */
export function checkEntries(entries: (EntryPlace & { priceCentavos: number })[]): void {
  checkEntryCount(entries.length);
  const seen = new Set<string>();
  refuse(
    entries.flatMap((entry, n) => {
      const place = `${entry.productId}/${entry.variantId ?? ''}`;
      const isRepeated = seen.has(place);
      seen.add(place);
      return [
        ...numberProblems(`entries[${n}].price_centavos`, entry.priceCentavos, 0, MAX_AMOUNT_CENTAVOS),
        ...(isRepeated ? [problem(`entries[${n}]`, 'Must be given only once.')] : []),
      ];
    }),
  );
}

/** @throws Fault `invalid_request` for more entries than one call may name, or none */
export function checkEntryCount(count: number): void {
  refuse(countProblems('entries', count, 1, MAX_ENTRIES));
}

/**
 * Refuses fixed prices of what does not exist.
 * @param variantIdsOf the variants of each product of the store that was named
 * @throws Fault `invalid_request` with all that is wrong
 */
export function checkEntryPlaces(
  entries: EntryPlace[],
  variantIdsOf: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  refuse(
    entries.flatMap(({ productId, variantId }, n) => {
      const variantIds = variantIdsOf.get(productId);
      if (variantIds === undefined)
        return [problem(`entries[${n}].product_id`, 'The product does not exist.')];
      const isKnown = variantId === undefined || variantIds.has(variantId);
      return isKnown ? [] : [problem(`entries[${n}].variant_id`, 'The product has no such variant.')];
    }),
  );
}
