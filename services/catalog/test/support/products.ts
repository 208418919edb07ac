import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from '../../src/domain/product.ts';

/** A product for tests; all fields can be overridden. */
export function productRecord(
  storeId: string,
  id: string,
  fields: Partial<Product> = {},
  draft = false,
): ProductRecord {
  const product: Product = {
    id,
    name: `Product ${id}`,
    slug: `product-${id}`,
    description: undefined,
    shortDescription: undefined,
    sku: undefined,
    barcode: undefined,
    type: ProductType.SIMPLE,
    images: [],
    categoryIds: [],
    brandIds: [],
    tags: [],
    shopIds: [],
    visibility: ProductVisibility.PUBLIC,
    isActive: true,
    priceCentavos: 1234_50,
    variantAxes: [],
    variants: [],
    ivaRateBp: 2100,
    weightMilli: 500,
    weightUnit: 'kg',
    costCentavos: 600_00,
    createdAtMs: 1_760_000_000_000,
    updatedAtMs: 1_760_000_000_000,
    ...fields,
  };
  return { storeId, product, draft, version: 1, priceVersion: 0 };
}

/** A variant for tests. */
export function variant(id: string, position: number, fields: Partial<Variant> = {}): Variant {
  return {
    id,
    sku: undefined,
    barcode: undefined,
    name: id,
    attributes: [{ name: 'Talle', value: id }],
    images: [],
    priceCentavos: 100_00,
    compareAtPriceCentavos: undefined,
    isActive: true,
    position,
    costCentavos: 50_00,
    ...fields,
  };
}
