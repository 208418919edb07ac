import { MAX_AMOUNT_CENTAVOS, WHOLE_BP } from './engine/amount.ts';
import type { Discount } from './engine/promotion.ts';
import { countProblems, nameProblems, numberProblems, problem, throwIfInvalid } from './problems.ts';

const MAX_TARGETS = 1_000;
const MAX_SHOPS = 100;
/** Maximum of an instant, in ms: the end of the year 9999. */
const MAX_INSTANT_MS = Date.UTC(10_000, 0) - 1;

/** Requested content of a promotion. */
export interface PromotionDraft {
  name: string;
  discount?: Discount | undefined;
  productIds: string[];
  categoryIds: string[];
  brandIds: string[];
  shopIds: string[];
  startsAtMs: number;
  endsAtMs?: number | undefined;
}

/** A draft that `checkPromotion` accepted. */
export type CheckedPromotion = PromotionDraft & { discount: Discount };

/**
 * Checks a promotion by itself, without stored data.
 * @throws Fault `invalid_request` with all problems
 */
export function checkPromotion(draft: PromotionDraft): asserts draft is CheckedPromotion {
  const { name, discount, productIds, categoryIds, brandIds, shopIds, startsAtMs, endsAtMs } = draft;
  const targets = productIds.length + categoryIds.length + brandIds.length;
  throwIfInvalid([
    ...nameProblems('name', name),
    ...discountProblems(discount),
    ...countProblems('product_ids', productIds.length, 0, MAX_TARGETS),
    ...countProblems('category_ids', categoryIds.length, 0, MAX_TARGETS),
    ...countProblems('brand_ids', brandIds.length, 0, MAX_TARGETS),
    ...(targets === 0 ? [problem('product_ids', 'Name products, categories or brands.', 'missing')] : []),
    ...countProblems('shop_ids', shopIds.length, 0, MAX_SHOPS),
    ...numberProblems('starts_at_ms', startsAtMs, 0, MAX_INSTANT_MS),
    ...(endsAtMs === undefined ? [] : numberProblems('ends_at_ms', endsAtMs, startsAtMs + 1, MAX_INSTANT_MS)),
  ]);
}

function discountProblems(discount: Discount | undefined) {
  if (discount === undefined) return [problem('discount', 'Is required.', 'missing')];
  return 'percentBp' in discount
    ? numberProblems('discount', discount.percentBp, 1, WHOLE_BP)
    : numberProblems('discount', discount.amountCentavos, 1, MAX_AMOUNT_CENTAVOS);
}

/**
 * Checks that the store has the shops of a promotion.
 * @throws Fault `invalid_request`
 */
export function checkPromotionShops(shopIds: string[], known: ReadonlySet<string>): void {
  throwIfInvalid(
    shopIds.flatMap((id, n) =>
      known.has(id) ? [] : [problem(`shop_ids[${n}]`, 'The store has no such shop.')],
    ),
  );
}
