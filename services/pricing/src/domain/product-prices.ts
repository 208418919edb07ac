import { lowestPrice } from '@commerce/texts/variants.ts';

/** Base prices and costs of a product. */
export interface ProductPrices {
  productId: string;
  /** Increases with every change of prices or costs. */
  priceVersion: number;
  isDraft: boolean;
  /** Base price; with variants, the price of the lowest active one. */
  priceCentavos: number;
  /** Null: none, as for every product with variants. */
  compareAtCentavos: number | null;
  /** Null: unknown. */
  costCentavos: number | null;
  /** In the order of their positions. */
  variants: readonly VariantPrices[];
}

/** Base price and cost of a variant. */
export interface VariantPrices {
  variantId: string;
  isActive: boolean;
  priceCentavos: number;
  compareAtCentavos: number | null;
  /** Null: the product's. */
  costCentavos: number | null;
}

/** Changes of a product's own amounts, and of its variants by their ids. */
export interface PriceRevision {
  priceCentavos?: number | undefined;
  /** Null: none. */
  compareAtCentavos?: number | null | undefined;
  /** Null: unknown. */
  costCentavos?: number | null | undefined;
  variants?: ReadonlyMap<string, Partial<VariantPrices>>;
}

/**
 * Changes amounts of a product and increments its version; returns the same object when nothing differs. The base price of a product
 * with variants derives from theirs (contract, section 4, PUT /prices/:productId), and it has no compare-at price of its own. Unchanged
 * variants stay the same objects.
 */
export function revise(product: ProductPrices, revision: PriceRevision): ProductPrices {
  const {
    priceCentavos = product.priceCentavos,
    compareAtCentavos = product.compareAtCentavos,
    costCentavos = product.costCentavos,
  } = revision;
  const variants = product.variants.map((variant) =>
    reviseVariant(variant, revision.variants?.get(variant.variantId)),
  );
  const next = {
    priceCentavos: lowestPrice(variants) ?? priceCentavos,
    compareAtCentavos: variants.length > 0 ? null : compareAtCentavos,
    costCentavos,
    variants,
  };
  const isSame =
    next.priceCentavos === product.priceCentavos &&
    next.compareAtCentavos === product.compareAtCentavos &&
    next.costCentavos === product.costCentavos &&
    variants.every((variant, i) => variant === product.variants[i]);
  return isSame ? product : { ...product, ...next, priceVersion: product.priceVersion + 1 };
}

function reviseVariant(variant: VariantPrices, changes: Partial<VariantPrices> = {}): VariantPrices {
  const next = { ...variant, ...changes };
  const isSame =
    next.priceCentavos === variant.priceCentavos &&
    next.compareAtCentavos === variant.compareAtCentavos &&
    next.costCentavos === variant.costCentavos;
  return isSame ? variant : next;
}
