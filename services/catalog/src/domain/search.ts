import {
  ProductType,
  ProductVisibility,
  type ProductStatus,
} from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName, type EnumName } from '@commerce/proto/enum.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from './product.ts';

/** Characters of a name that the order by name depends on. */
const KEY_LENGTH = 100;

/** Folds a string for searching: lower case, without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** Status of a product in the back office. */
const statusOf = ({
  product,
  draft,
}: Pick<ProductRecord, 'product' | 'draft'>): EnumName<typeof ProductStatus> => {
  if (draft) return 'draft';
  return product.isActive ? 'active' : 'inactive';
};

/** Entry of a product in the back-office search. */
export interface SearchEntry {
  /** Folded name, SKUs and barcodes. */
  words: string;
  /** Key of the order by name. */
  nameKey: string;
  /** Values to filter by. */
  facets: string[];
}

/** Makes the search entry of a product. */
export function searchEntry(record: ProductRecord): SearchEntry {
  const { storeId, product } = record;
  return {
    words: folded(stringsOf(product).join('\n')),
    nameKey: folded(product.name).slice(0, KEY_LENGTH),
    facets: [
      storeId,
      ...facetsOf({
        status: statusOf(record),
        visibility: enumKey(ProductVisibility, product.visibility),
        type: enumName(ProductType, product.type),
      }),
      ...product.categoryIds,
      ...product.brandIds,
      ...shopFacets(product.shopIds),
    ],
  };
}

/** Facets of the fields with a single value. */
export function facetsOf(values: Record<'status' | 'visibility' | 'type', string | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
}

/** Facet of products that all shops sell. */
const ALL_SHOPS = 'shop:all';

/** Facets of the shops that sell a product. */
const shopFacets = (shopIds: readonly string[]): string[] =>
  shopIds.length === 0 ? [ALL_SHOPS] : shopIds.map((id) => `shop:${id}`);

/** Facets of which a product that a shop sells has one. */
export const soldAtFacets = (shopId: string): string[] => [ALL_SHOPS, `shop:${shopId}`];

/** Folded words of a search. The longest come first, because they match the fewest products. */
export function searchWords(text: string): string[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

function stringsOf({ name, sku, barcode, variants }: Product): string[] {
  const codes = [sku, barcode, ...variants.flatMap((variant) => [variant.sku, variant.barcode])];
  return [name, ...codes.filter((code) => code !== undefined)];
}
