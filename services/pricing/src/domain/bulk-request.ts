import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, WHOLE_BP } from './engine/amount.ts';
import { countProblems, numberProblems, problem, refuse, roundingProblems } from './problems.ts';

const MAX_PRODUCT_IDS = 10_000;

/** A bulk change is told as one from this many products on (contract, section 8: more than 5,000). */
const BULK_THRESHOLD = 5_000;

/** Whether an operation on so many products is told as one, not by product. */
export const isToldAsOne = (products: number): boolean => products > BULK_THRESHOLD;

/** A bulk change as it is asked for. */
export interface BulkDraft {
  /** Whether it is for a target that needs a list. */
  isForList: boolean;
  /** Whether the target is known at all. */
  hasTarget: boolean;
  priceListId?: string | undefined;
  /** Undefined when it does not say which products. */
  productIds?: string[] | 'by filter' | undefined;
  by?: { percentBp: number } | { amountCentavos: number } | undefined;
  roundingCentavos: number;
}

/**
 * Refuses a bulk change that cannot be, for what it says alone.
 * @throws Fault `invalid_request` with all that is wrong
 */
export function checkBulkChange(draft: BulkDraft): void {
  const { isForList, hasTarget, priceListId, productIds, by, roundingCentavos } = draft;
  const hasList = priceListId !== undefined;
  refuse([
    ...(hasTarget ? [] : [problem('target', 'Must be given.', 'missing')]),
    ...(isForList && !hasList ? [problem('price_list_id', 'Must be given.', 'missing')] : []),
    ...(!isForList && hasList ? [problem('price_list_id', 'Belongs to the target price_list.')] : []),
    ...(productIds === undefined ? [problem('products', 'Must be given.', 'missing')] : []),
    ...(Array.isArray(productIds)
      ? countProblems('product_ids.ids', productIds.length, 1, MAX_PRODUCT_IDS)
      : []),
    ...changeProblems(by),
    ...roundingProblems('rounding_centavos', roundingCentavos),
  ]);
}

function changeProblems(by: BulkDraft['by']) {
  if (by === undefined) return [problem('change', 'Must be given.', 'missing')];
  return 'percentBp' in by
    ? numberProblems('change', by.percentBp, 1 - WHOLE_BP, MAX_PERCENT_BP)
    : numberProblems('change', by.amountCentavos, -MAX_AMOUNT_CENTAVOS, MAX_AMOUNT_CENTAVOS);
}
