import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';

/** A product as catalog stores it: its fields in the API, and those that only this service uses. */
export interface ProductRecord {
  storeId: string;
  product: Product;
  /** Draft that the merchant is still preparing: neither listed nor found through the API. */
  draft: boolean;
  /** Increases with every change. */
  version: number;
  /** Version of the prices, as pricing numbers them; 0 before the first. */
  priceVersion: number;
}

/** Returns true when two states of a product are equal in the API; a new product has no state before. */
export function isSame(a: ProductRecord | undefined, b: ProductRecord): boolean {
  const encoded = (record: ProductRecord) => Buffer.from(Product.encode(record.product).finish());
  return a !== undefined && a.draft === b.draft && encoded(a).equals(encoded(b));
}

/** Kind of filter of product lists. */
export type ProductFilter = 'category' | 'brand' | 'sku' | 'barcode';

/** Filters that match a product; none for a draft. SKUs and barcodes of variants count as those of the product. */
export function filtersOf(record: ProductRecord): { filter: ProductFilter; value: string }[] {
  if (record.draft) return [];
  const { categoryIds, brandIds, variants } = record.product;
  const codes = (name: 'sku' | 'barcode'): string[] =>
    [record.product, ...variants].flatMap(({ [name]: code }) => (code ? [code] : []));
  const entries: [ProductFilter, string[]][] = [
    ['category', categoryIds],
    ['brand', brandIds],
    ['sku', codes('sku')],
    ['barcode', codes('barcode')],
  ];
  return entries.flatMap(([filter, values]) => [...new Set(values)].map((value) => ({ filter, value })));
}
