import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { ProductRecord } from './product.ts';

/** Converts the catalog's facts of a product into the record that the projection stores. */
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
    type: enumName(ProductType, type),
    variants: variants.map((variant) => ({ variantId: variant.variantId, sku: variant.sku ?? null })),
    shopIds,
    draft: isDraft,
    version,
  };
}
