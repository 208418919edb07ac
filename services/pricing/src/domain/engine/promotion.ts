import { shareOf, WHOLE_BP } from './amount.ts';

/** Discount of a promotion. */
export type Discount = { percentBp: number } | { amountCentavos: number };

/** A promotion, with the targets that match the products to be priced. */
export interface Promotion {
  id: string;
  discount: Discount;
  /** It applies to these products, and to the products of these categories and brands. */
  productIds: ReadonlySet<string>;
  categoryIds: ReadonlySet<string>;
  brandIds: ReadonlySet<string>;
  /** The shops where it applies; empty: every shop. */
  shopIds: ReadonlySet<string>;
  /** The first instant at which it applies. */
  startsAtMs: number;
  /** The first instant at which it no longer applies; absent: it has no end. */
  endsAtMs?: number | undefined;
}

/** Data of a product that promotions match. */
export interface PromotedProduct {
  id: string;
  categoryIds: readonly string[];
  brandIds: readonly string[];
}

/** Selects the promotions that apply at a shop at an instant. */
export function promotionsInForce(
  promotions: readonly Promotion[],
  shopId: string,
  atMs: number,
): Promotion[] {
  return promotions.filter(
    ({ shopIds, startsAtMs, endsAtMs }) =>
      (shopIds.size === 0 || shopIds.has(shopId)) && startsAtMs <= atMs && atMs < (endsAtMs ?? Infinity),
  );
}

/** Selects the promotions that apply to a product. */
export function promotionsFor(promotions: readonly Promotion[], product: PromotedProduct): Promotion[] {
  return promotions.filter(
    (promotion) =>
      promotion.productIds.has(product.id) ||
      product.categoryIds.some((id) => promotion.categoryIds.has(id)) ||
      product.brandIds.some((id) => promotion.brandIds.has(id)),
  );
}

/** The price that a promotion offers. */
export interface Offer {
  promotionId: string;
  priceCentavos: number;
}

/**
 * Returns the lowest offer of the promotions, the first of equals; undefined when none lowers the price. Promotions do not add up.
 * @param offers receives the offer of each promotion
 */
export function bestOffer(
  promotions: readonly Promotion[],
  priceCentavos: number,
  offers?: (Offer & Pick<Promotion, 'discount'>)[],
): Offer | undefined {
  let best: Offer | undefined;
  for (const { id, discount } of promotions) {
    const offered = discounted(discount, priceCentavos);
    offers?.push({ promotionId: id, discount, priceCentavos: offered });
    if (offered < (best?.priceCentavos ?? priceCentavos)) best = { promotionId: id, priceCentavos: offered };
  }
  return best;
}

function discounted(discount: Discount, priceCentavos: number): number {
  if ('percentBp' in discount) return shareOf(priceCentavos, WHOLE_BP - discount.percentBp);
  return Math.max(priceCentavos - discount.amountCentavos, 0);
}
