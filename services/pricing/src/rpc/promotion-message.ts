import type { Promotion } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import type { Discount } from '../domain/engine/promotion.ts';
import type { CheckedPromotion, PromotionDraft } from '../domain/promotion-change.ts';
import type { PromotionRecord } from '../store/promotion-save.ts';

/** What a promotion takes off as it is told. */
export const discountMessage = (discount: Discount): NonNullable<Promotion['discount']> =>
  'percentBp' in discount
    ? { $case: 'percentBp', value: discount.percentBp }
    : { $case: 'amountCentavos', value: discount.amountCentavos };

/** A promotion as it is told. */
export function promotionMessage(record: PromotionRecord): Promotion {
  const { promotionId, discount, endsAtMs, ...rest } = record;
  return {
    ...rest,
    version: promotionVersion(record),
    id: promotionId,
    discount: discountMessage(discount),
    endsAtMs: endsAtMs ?? undefined,
  };
}

/** Version of a promotion; the order of its targets says nothing. */
export function promotionVersion(promotion: PromotionRecord): string {
  const { name, discount, startsAtMs, endsAtMs } = promotion;
  const { productIds, categoryIds, brandIds, shopIds } = promotion;
  const targets = [productIds, categoryIds, brandIds, shopIds].map((ids) => ids.toSorted());
  return contentVersion([name, discount, startsAtMs, endsAtMs, targets]);
}

const once = (ids: string[]): string[] => [...new Set(ids)];

/** What a caller says that a promotion shall be; ids that are named twice count once. */
export function promotionDraft({ discount, ...promotion }: Promotion): PromotionDraft {
  return {
    ...promotion,
    productIds: once(promotion.productIds),
    categoryIds: once(promotion.categoryIds),
    brandIds: once(promotion.brandIds),
    shopIds: once(promotion.shopIds),
    discount:
      discount &&
      (discount.$case === 'percentBp' ? { percentBp: discount.value } : { amountCentavos: discount.value }),
  };
}

/** A checked draft as it is stored. */
export const promotionRecord = (promotionId: string, draft: CheckedPromotion): PromotionRecord => ({
  promotionId,
  name: draft.name,
  discount: draft.discount,
  productIds: draft.productIds,
  categoryIds: draft.categoryIds,
  brandIds: draft.brandIds,
  shopIds: draft.shopIds,
  startsAtMs: draft.startsAtMs,
  endsAtMs: draft.endsAtMs ?? null,
});
