import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';

/** A product as the catalogue keeps it: what the API tells of it, and what it does not. */
export interface ProductRecord {
  storeId: string;
  product: Product;
  /** Being prepared by the merchant: neither listed nor found through the API. */
  draft: boolean;
  /** Grows with every change. */
  version: number;
  /** Version of the prices, as pricing numbers them; 0 before the first. */
  priceVersion: number;
}

/** Whether two states of a product are told alike. */
export function isSame(a: ProductRecord, b: ProductRecord): boolean {
  const encoded = (record: ProductRecord) => Buffer.from(Product.encode(record.product).finish());
  return a.draft === b.draft && encoded(a).equals(encoded(b));
}

/** By what a listed product can be found. */
export type ProductFilter = 'category' | 'brand' | 'sku';

/** Everything that a product can be found by; nothing for a draft. A SKU of any variant counts as the product's. */
export function filtersOf(record: ProductRecord): { filter: ProductFilter; value: string }[] {
  if (record.draft) return [];
  const { categoryIds, brandIds, sku, variants } = record.product;
  const skus = [sku, ...variants.map((variant) => variant.sku)].filter((s) => s !== undefined && s !== '');
  const entries: [ProductFilter, string[]][] = [
    ['category', categoryIds],
    ['brand', brandIds],
    ['sku', skus as string[]],
  ];
  return entries.flatMap(([filter, values]) => [...new Set(values)].map((value) => ({ filter, value })));
}
