import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { ProductRecord } from './product.ts';

/** Fields of a product that other services keep. */
export function factsOf({ product, draft, version }: ProductRecord): ProductFacts {
  return {
    productId: product.id,
    version,
    isDraft: draft,
    sku: product.sku,
    categoryIds: product.categoryIds,
    brandIds: product.brandIds,
    variants: product.variants.map(({ id, position, sku, isActive }) => ({
      variantId: id,
      position,
      sku,
      isActive,
    })),
    type: product.type,
    shopIds: product.shopIds,
  };
}
