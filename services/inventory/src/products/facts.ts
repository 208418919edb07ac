import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { ProductRecord } from '../store/product-save.ts';

/** What stock keeps of what the catalogue tells of a product. */
export function productFromFacts({
  productId,
  sku,
  type,
  variants,
  shopIds,
  isDraft,
  version,
}: ProductFacts): ProductRecord {
  return {
    productId,
    sku: sku ?? null,
    type,
    variants: variants.map((variant) => ({ variantId: variant.variantId, sku: variant.sku ?? null })),
    shopIds,
    draft: isDraft,
    version,
  };
}
