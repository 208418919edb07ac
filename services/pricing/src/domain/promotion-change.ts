import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { MAX_AMOUNT_CENTAVOS, WHOLE_BP } from './engine/amount.ts';
import type { Discount } from './engine/promotion.ts';
import { MAX_NAME_LENGTH } from './field-checks.ts';

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
  const errors = new FieldErrors();
  errors.line('name', name, 1, MAX_NAME_LENGTH);
  checkDiscount(errors, discount);
  errors.count('product_ids', productIds.length, 0, MAX_TARGETS);
  errors.count('category_ids', categoryIds.length, 0, MAX_TARGETS);
  errors.count('brand_ids', brandIds.length, 0, MAX_TARGETS);
  if (productIds.length + categoryIds.length + brandIds.length === 0)
    errors.add('product_ids', 'Name products, categories or brands.', 'missing');
  errors.count('shop_ids', shopIds.length, 0, MAX_SHOPS);
  errors.integer('starts_at_ms', startsAtMs, 0, MAX_INSTANT_MS);
  if (endsAtMs !== undefined) errors.integer('ends_at_ms', endsAtMs, startsAtMs + 1, MAX_INSTANT_MS);
  errors.throwIfAny();
}

function checkDiscount(errors: FieldErrors, discount: Discount | undefined): void {
  if (discount === undefined) errors.addMissing('discount');
  else if ('percentBp' in discount) errors.integer('discount', discount.percentBp, 1, WHOLE_BP);
  else errors.integer('discount', discount.amountCentavos, 1, MAX_AMOUNT_CENTAVOS);
}

/**
 * Checks that the store has the shops of a promotion.
 * @throws Fault `invalid_request`
 */
export function checkPromotionShops(shopIds: string[], known: ReadonlySet<string>): void {
  const errors = new FieldErrors();
  for (const [n, id] of shopIds.entries())
    if (!known.has(id)) errors.add(`shop_ids[${n}]`, 'The store has no such shop.');
  errors.throwIfAny();
}
