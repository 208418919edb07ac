import { folded } from './search.ts';
import type { ImportedProduct } from './csv/imported-product.ts';
import type { ImportedLabels } from './import-merge.ts';

/** A category of the store, as names are matched. */
export interface NamedCategory {
  id: string;
  name: string;
  parentId: string | undefined;
}

/** Categories by their paths, whatever the case and accents. */
export function categoryPaths(categories: NamedCategory[]): Map<string, string> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const pathOf = ({ name, parentId }: NamedCategory): string[] => {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return [...(parent === undefined ? [] : pathOf(parent)), name];
  };
  // Of several with one path the oldest counts: ids grow.
  const paths = categories.map((category) => [pathKey(pathOf(category)), category.id] as const);
  return new Map(paths.toSorted(([, a], [, b]) => (a < b ? 1 : -1)));
}

/** Brands by their names, whatever the case and accents. */
export const brandNames = (brands: { id: string; name: string }[]): Map<string, string> =>
  new Map(
    brands.map(({ id, name }) => [folded(name), id] as const).toSorted(([, a], [, b]) => (a < b ? 1 : -1)),
  );

/** The ids of categories by the keys of their paths, and of brands by their folded names. */
export interface KnownLabels {
  categories: Map<string, string>;
  brands: Map<string, string>;
}

/** What a path of names is matched by. */
export const pathKey = (path: string[]): string => JSON.stringify(path.map(folded));

/** The categories and brands that a file names, each once, parents before what is below them. */
export interface NamedLabels {
  categories: string[][];
  brands: string[];
}

/** The categories and brands of products, added to those that were gathered before. */
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

/** The ids of a product's categories and brands. @returns the names that are not there in `missing` */
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
