import type { FaultDetail } from '@commerce/service-kit/fault.ts';
import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, WHOLE_BP } from './engine/amount.ts';
import { findCycle } from './engine/price-list.ts';
import {
  countProblems,
  nameProblems,
  numberProblems,
  problem,
  roundingProblems,
  throwIfInvalid,
} from './problems.ts';

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
  throwIfInvalid([
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
  const isCycle = findCycle(new Map(links).set(id, overListId)) !== undefined;
  return isCycle ? [problem(field, 'The list would be based on itself.')] : [];
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
  const seen = new Set<string>();
  throwIfInvalid(
    entries.flatMap((entry, n) => {
      const key = `${entry.productId}/${entry.variantId ?? ''}`;
      const isRepeated = seen.has(key);
      seen.add(key);
      return [
        ...numberProblems(`entries[${n}].price_centavos`, entry.priceCentavos, 0, MAX_AMOUNT_CENTAVOS),
        ...(isRepeated ? [problem(`entries[${n}]`, 'Must be given only once.')] : []),
      ];
    }),
  );
}

/** @throws Fault `invalid_request` for no entries, or more than one call may name */
export function checkEntryCount(count: number): void {
  throwIfInvalid(countProblems('entries', count, 1, MAX_ENTRIES));
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
  throwIfInvalid(
    entries.flatMap(({ productId, variantId }, n) => {
      const variantIds = variantIdsOf.get(productId);
      if (variantIds === undefined)
        return [problem(`entries[${n}].product_id`, 'The product does not exist.')];
      const isKnown = variantId === undefined || variantIds.has(variantId);
      return isKnown ? [] : [problem(`entries[${n}].variant_id`, 'The product has no such variant.')];
    }),
  );
}
