import type { PriceSource } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { listPrice, type Item, type ListStep, type PriceList } from './price-list.ts';
import { bestOffer, promotionsFor, type Offer, type PromotedProduct, type Promotion } from './promotion.ts';

/** Price that a buyer pays. */
export interface Price {
  priceCentavos: number;
  /** Before promotions. */
  originalPriceCentavos: number;
  source: EnumName<typeof PriceSource>;
  /** The promotion that lowered it. */
  promotionId?: string | undefined;
}

/** Data of a product that prices depend on. */
export interface PricedProduct extends PromotedProduct {
  /** Used only for a product without variants. */
  basePriceCentavos: number;
  /** In the order of their positions. */
  variants: readonly PricedVariant[];
}

/** Data of a variant that prices depend on. */
export interface PricedVariant {
  id: string;
  basePriceCentavos: number;
  isActive: boolean;
}

/** Rules that determine prices at a shop and an instant. */
export interface PriceRules {
  /** The list that applies, then the list that it is based on, and so on; empty: base prices. See `chainOf`. */
  chain: readonly PriceList[];
  /** Promotions in force. See `promotionsInForce`. */
  promotions: readonly Promotion[];
}

/** Explanation of a price. */
export interface Explanation {
  /** The steps through the lists that the price depends on, in order; see `listPrice`. */
  lists: ListStep[];
  /** The offers of the promotions that apply to the product, by promotion id. */
  offers: (Offer & Pick<Promotion, 'discount'>)[];
}

/** The prices of a product and of each of its variants. */
export interface ResolvedProduct extends Price {
  variants: (Price & { variantId: string })[];
}

/**
 * Resolves the price of a product: entry of the variant, entry of the product, the list's rule, base; then the one promotion that is
 * best for the buyer. A product with variants has the price of its lowest active one (the lowest of all when none is active; the
 * first of equals).
 */
export function resolveProduct(rules: PriceRules, product: PricedProduct): ResolvedProduct {
  const resolve = resolver(rules, product);
  const { id: productId, basePriceCentavos } = product;
  if (product.variants.length === 0) return { ...resolve({ productId, basePriceCentavos }), variants: [] };
  const variants = product.variants.map((variant) => ({
    variantId: variant.id,
    ...resolve({ productId, variantId: variant.id, basePriceCentavos: variant.basePriceCentavos }),
  }));
  const active = variants.filter((_, index) => product.variants[index]!.isActive);
  const { variantId: _, ...lowest } = lowestOf(active.length > 0 ? active : variants);
  return { ...lowest, variants };
}

/**
 * Resolves the price of a product without variants, or of one variant of a product; the other variants do not matter.
 * @param explanation an empty one, to be filled
 */
export function resolveItem(
  rules: PriceRules,
  product: PromotedProduct,
  item: Omit<Item, 'productId'>,
  explanation?: Explanation,
): Price {
  return resolver(rules, product, explanation)({ ...item, productId: product.id });
}

function resolver(
  rules: PriceRules,
  product: PromotedProduct,
  explanation?: Explanation,
): (item: Item) => Price {
  const promotions = promotionsFor(rules.promotions, product);
  return (item) => {
    const { priceCentavos: originalPriceCentavos, source } = listPrice(rules.chain, item, explanation?.lists);
    const offer = bestOffer(promotions, originalPriceCentavos, explanation?.offers);
    if (offer === undefined) return { priceCentavos: originalPriceCentavos, originalPriceCentavos, source };
    return { ...offer, originalPriceCentavos, source: 'promotion' };
  };
}

function lowestOf<P extends Price>(prices: P[]): P {
  return prices.reduce((lowest, price) => (price.priceCentavos < lowest.priceCentavos ? price : lowest));
}
