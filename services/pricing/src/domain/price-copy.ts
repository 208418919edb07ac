import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import type { ProductPrices } from './product-prices.ts';

/** Presents a product's base prices and costs as the copy that catalog keeps. */
export function toPriceCopy(product: ProductPrices): PriceCopy {
  const { productId, priceVersion, priceCentavos, compareAtCentavos, costCentavos, variants } = product;
  return {
    productId,
    version: priceVersion,
    priceCentavos,
    compareAtPriceCentavos: compareAtCentavos ?? undefined,
    costCentavos: costCentavos ?? undefined,
    variants: variants.map((variant) => ({
      variantId: variant.variantId,
      priceCentavos: variant.priceCentavos,
      compareAtPriceCentavos: variant.compareAtCentavos ?? undefined,
      costCentavos: variant.costCentavos ?? costCentavos ?? undefined,
    })),
  };
}
