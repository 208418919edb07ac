import { useEffect } from 'react';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages, type Pages } from '../../../lib/api.ts';

export type Category = AnswerOf<typeof productRoutes.categories>['items'][number];
export type Brand = AnswerOf<typeof productRoutes.brands>['items'][number];

/** All categories of the store, over all pages. */
export function useCategories(store: string) {
  const pages = useReadPages(productRoutes.categories, { params: { store }, query: { limit: 100 } });
  useAll(pages);
  return pages;
}

/** All brands of the store, over all pages. */
export function useBrands(store: string) {
  const pages = useReadPages(productRoutes.brands, { params: { store }, query: { limit: 100 } });
  useAll(pages);
  return pages;
}

/** Reads the remaining pages, until one of them fails: `more` retries it. */
function useAll({ hasMore, isReadingMore, error, more }: Pages<unknown>) {
  const isNext = hasMore && !isReadingMore && error === null;
  useEffect(() => {
    if (isNext) more();
  }, [isNext, more]);
}

/** Selectable category, labeled with its path. */
export interface CategoryChoice {
  value: string;
  label: string;
  category: Category;
}

/** Categories in tree order, each with the names of its ancestors. */
export function categoryChoices(categories: Category[]): CategoryChoice[] {
  const children = Map.groupBy(categories, ({ parentId }) => parentId ?? '');
  const below = (parent: string, path: string[]): CategoryChoice[] =>
    (children.get(parent) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap((category) => {
        const names = [...path, category.name];
        return [{ value: category.id, label: names.join(' › '), category }, ...below(category.id, names)];
      });
  return below('', []);
}
