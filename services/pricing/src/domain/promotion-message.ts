import type { Promotion } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import type { Discount } from './engine/promotion.ts';
import type { CheckedPromotion, PromotionDraft } from './promotion-change.ts';

/** A promotion, as it is stored. */
export interface PromotionRecord {
  promotionId: string;
  name: string;
  discount: Discount;
  /** It applies to these products, and to the products of these categories and brands. */
  productIds: string[];
  categoryIds: string[];
  brandIds: string[];
  /** The shops where it applies; empty: every shop. */
  shopIds: string[];
  startsAtMs: number;
  /** The first instant at which it no longer applies; null: it has no end. */
  endsAtMs: number | null;
}

/** Presents a discount. */
export const toDiscount = (discount: Discount): NonNullable<Promotion['discount']> =>
  'percentBp' in discount
    ? { $case: 'percentBp', value: discount.percentBp }
    : { $case: 'amountCentavos', value: discount.amountCentavos };

/** Presents a promotion. */
export function toPromotion(record: PromotionRecord): Promotion {
  const { promotionId, discount, endsAtMs, ...rest } = record;
  return {
    ...rest,
    version: promotionVersion(record),
    id: promotionId,
    discount: toDiscount(discount),
    endsAtMs: endsAtMs ?? undefined,
  };
}

/** Version of a promotion, independent of the order of its targets. */
export function promotionVersion(promotion: PromotionRecord): string {
  const { name, discount, startsAtMs, endsAtMs } = promotion;
  const { productIds, categoryIds, brandIds, shopIds } = promotion;
  const targets = [productIds, categoryIds, brandIds, shopIds].map((ids) => ids.toSorted());
  return contentVersion([name, discount, startsAtMs, endsAtMs, targets]);
}

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** Reads a draft from a request; repeated ids count once. */
export function promotionDraft({ discount, ...promotion }: Promotion): PromotionDraft {
  return {
    ...promotion,
    productIds: unique(promotion.productIds),
    categoryIds: unique(promotion.categoryIds),
    brandIds: unique(promotion.brandIds),
    shopIds: unique(promotion.shopIds),
    discount:
      discount &&
      (discount.$case === 'percentBp' ? { percentBp: discount.value } : { amountCentavos: discount.value }),
  };
}

/** Converts a checked draft into the record that is stored. */
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
