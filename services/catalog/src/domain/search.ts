import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from './product.ts';

/** Most characters of a name that its place in the order of names depends on. */
const KEY_LENGTH = 100;

/** A text as it is searched for: in small letters, without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** What the back office calls the state of a product. */
export const statusOf = ({ product, draft }: Pick<ProductRecord, 'product' | 'draft'>): string => {
  if (draft) return 'draft';
  return product.isActive ? 'active' : 'inactive';
};

/** What the back office finds a product by. */
export interface SearchEntry {
  words: string;
  nameKey: string;
  facets: string[];
}

/** What the back office finds a product by: its texts, what lists are ordered by, and what they are filtered by. */
export function searchEntry(record: ProductRecord): SearchEntry {
  const { storeId, product } = record;
  return {
    words: folded(textsOf(product).join('\n')),
    nameKey: folded(product.name).slice(0, KEY_LENGTH),
    facets: [
      storeId,
      ...facetsOf({ status: statusOf(record), visibility: product.visibility, type: product.type }),
      ...product.categoryIds,
      ...product.brandIds,
    ],
  };
}

/** Facets of what a product has one of. */
export function facetsOf(values: Record<'status' | 'visibility' | 'type', string | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
}

/** The words of a search, the longest first: they narrow the most. */
export function searchWords(text: string): string[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

function textsOf({ name, sku, barcode, variants }: Product): string[] {
  const codes = [sku, barcode, ...variants.flatMap((variant) => [variant.sku, variant.barcode])];
  return [name, ...codes.filter((code) => code !== undefined)];
}
