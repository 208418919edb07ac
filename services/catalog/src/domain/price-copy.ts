import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import type { ProductRecord } from './product.ts';

/**
 * Applies prices and costs of pricing to a product; variants that the copy does not name keep theirs.
 * @returns undefined when the copy is not newer than the prices of the product
 */
export function withPrices(record: ProductRecord, copy: PriceCopy): ProductRecord | undefined {
  if (copy.version <= record.priceVersion) return undefined;
  const byId = new Map(copy.variants.map((variant) => [variant.variantId, variant]));
  const variants = record.product.variants.map((variant) => {
    const prices = byId.get(variant.id);
    if (prices === undefined) return variant;
    const { priceCentavos, compareAtPriceCentavos, costCentavos } = prices;
    return { ...variant, priceCentavos, compareAtPriceCentavos, costCentavos };
  });
  const { priceCentavos, compareAtPriceCentavos, costCentavos } = copy;
  return {
    ...record,
    priceVersion: copy.version,
    product: { ...record.product, priceCentavos, compareAtPriceCentavos, costCentavos, variants },
  };
}
