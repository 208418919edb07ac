import { folded } from './search.ts';
import type { ImportedProduct } from './csv/imported-product.ts';
import type { ImportedLabels } from './import-merge.ts';

/** Name and parent of a category, for matching by name. */
export interface NamedCategory {
  id: string;
  name: string;
  parentId: string | undefined;
}

/** Ids of categories by the keys of their paths, ignoring case and accents. */
export function categoryPaths(categories: NamedCategory[]): Map<string, string> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const pathOf = ({ name, parentId }: NamedCategory): string[] => {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return [...(parent === undefined ? [] : pathOf(parent)), name];
  };
  // Of several categories with one path the oldest is used: ids increase over time.
  const paths = categories.map((category) => [pathKey(pathOf(category)), category.id] as const);
  return new Map(paths.toSorted(([, a], [, b]) => (a < b ? 1 : -1)));
}

/** Ids of brands by their folded names, ignoring case and accents. */
export const brandNames = (brands: { id: string; name: string }[]): Map<string, string> =>
  new Map(
    brands.map(({ id, name }) => [folded(name), id] as const).toSorted(([, a], [, b]) => (a < b ? 1 : -1)),
  );

/** Ids of categories by the keys of their paths, and of brands by their folded names. */
export interface KnownLabels {
  categories: Map<string, string>;
  brands: Map<string, string>;
}

/** Key by which paths of names are matched. */
export const pathKey = (path: string[]): string => JSON.stringify(path.map(folded));

/** Categories and brands that a file names, each once, parents before their children. */
export interface NamedLabels {
  categories: string[][];
  brands: string[];
}

/** Adds the categories and brands of a product to those of the products before it. */
export function gatherLabels(
  labels: { categories: Map<string, string[]>; brands: Map<string, string> },
  { categories = [], brands = [] }: ImportedProduct,
): void {
  for (const path of categories)
    for (let depth = 1; depth <= path.length; depth++) {
      const upper = path.slice(0, depth);
      const key = pathKey(upper);
      if (!labels.categories.has(key)) labels.categories.set(key, upper);
    }
  for (const name of brands) if (!labels.brands.has(folded(name))) labels.brands.set(folded(name), name);
}

/** Ids of a product's categories and brands. Names that the store does not have are returned in `missing`. */
export function labelsOf(
  { categories, brands }: ImportedProduct,
  known: KnownLabels,
): ImportedLabels & { missing: string[] } {
  const missing: string[] = [];
  const find = (map: Map<string, string>, key: string, name: string): string[] => {
    const id = map.get(key);
    if (id === undefined) missing.push(name);
    return id === undefined ? [] : [id];
  };
  const categoryIds = categories?.flatMap((path) => find(known.categories, pathKey(path), path.join(' > ')));
  const brandIds = brands?.flatMap((name) => find(known.brands, folded(name), name));
  return {
    categoryIds: categoryIds && [...new Set(categoryIds)],
    brandIds: brandIds && [...new Set(brandIds)],
    missing,
  };
}
