import { shareOf, WHOLE_BP } from './amount.ts';

/** What a promotion takes off. */
export type Discount = { percentBp: number } | { amountCentavos: number };

/** A promotion, as far as it matters to the products at hand. */
export interface Promotion {
  id: string;
  discount: Discount;
  /** It is for the products that are, or that are in, one of these. */
  productIds: ReadonlySet<string>;
  categoryIds: ReadonlySet<string>;
  brandIds: ReadonlySet<string>;
  /** Where it holds; empty: at every shop. */
  shopIds: ReadonlySet<string>;
  /** The first instant at which it holds. */
  startsAtMs: number;
  /** The first instant at which it holds no more; absent: it has no end. */
  endsAtMs?: number | undefined;
}

/** What promotions go by. */
export interface PromotedProduct {
  id: string;
  categoryIds: readonly string[];
  brandIds: readonly string[];
}

/** The promotions that hold at a shop at an instant. */
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

/** The promotions that are for a product. */
export function promotionsFor(promotions: readonly Promotion[], product: PromotedProduct): Promotion[] {
  return promotions.filter(
    (promotion) =>
      promotion.productIds.has(product.id) ||
      product.categoryIds.some((id) => promotion.categoryIds.has(id)) ||
      product.brandIds.some((id) => promotion.brandIds.has(id)),
  );
}

/** A promotion, and the price that it gives. */
export interface Offer {
  promotionId: string;
  priceCentavos: number;
}

/**
 * The lowest price that one of the promotions gives, the first of equals; undefined when none lowers it. They do not add up.
 * @param offers when given, gets what each of them gives
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
