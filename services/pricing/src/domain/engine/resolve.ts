import { listPrice, type Item, type ListStep, type PriceList } from './price-list.ts';
import { bestOffer, promotionsFor, type Offer, type PromotedProduct, type Promotion } from './promotion.ts';

/** Where a resolved price came from. */
export type PriceSource = 'base' | 'price_list' | 'promotion';

/** What a buyer pays. */
export interface Price {
  priceCentavos: number;
  /** Before promotions. */
  originalPriceCentavos: number;
  source: PriceSource;
  /** The promotion that lowered it. */
  promotionId?: string | undefined;
}

/** A product, as far as prices go by it. */
export interface PricedProduct extends PromotedProduct {
  /** Counts only when there are no variants. */
  basePriceCentavos: number;
  /** In the order of their positions. */
  variants: readonly PricedVariant[];
}

/** A variant, as far as prices go by it. */
export interface PricedVariant {
  id: string;
  basePriceCentavos: number;
  isActive: boolean;
}

/** By what prices are resolved at a shop and an instant. */
export interface PriceRules {
  /** The list that applies, then the list that it is over, and so on; empty: base prices. See `chainOf`. */
  chain: readonly PriceList[];
  /** Those in force. See `promotionsInForce`. */
  promotions: readonly Promotion[];
}

/** How a price came about. */
export interface Explanation {
  /** The steps through the lists that the price depends on, in their order; see `listPrice`. */
  lists: ListStep[];
  /** What each promotion that is for the product gives, by its id. */
  offers: (Offer & Pick<Promotion, 'discount'>)[];
}

/** The prices of a product and of each of its variants. */
export interface ResolvedProduct extends Price {
  variants: (Price & { variantId: string })[];
}

/**
 * Resolves what a buyer pays for a product: entry of the variant, entry of the product, the list's rule, base; then the
 * one promotion that is best for the buyer. A product with variants costs what its lowest active one does (the lowest
 * of all when none is active; the first of equals).
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
 * Resolves what a buyer pays for a product without variants, or for one variant of a product, whose others do not matter.
 * @param explanation when given, an empty one, which is filled
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
