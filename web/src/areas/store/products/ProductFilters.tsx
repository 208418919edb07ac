import { PRODUCT_STATUSES, PRODUCT_TYPES, VISIBILITIES } from '@commerce/console-api/routes/products.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FilterSelect } from '../../../ui/FilterBar.tsx';
import { categoryChoices, useBrands, useCategories } from './labels.ts';

const oneOf = <W extends string>(words: readonly W[], text: string): W | undefined =>
  words.find((word) => word === text);

/** Filters of the product list in the URL. */
export function useProductFilters() {
  const [q] = useFilter('q');
  const [status] = useFilter('status');
  const [visibility] = useFilter('visibility');
  const [type] = useFilter('type');
  const [category] = useFilter('category');
  const [brand] = useFilter('brand');
  const [sort] = useFilter('sort');
  return {
    q: q || undefined,
    status: oneOf(PRODUCT_STATUSES, status),
    visibility: oneOf(VISIBILITIES, visibility),
    type: oneOf(PRODUCT_TYPES, type),
    category: category || undefined,
    brand: brand || undefined,
    sort: oneOf(['changed', 'name'] as const, sort) ?? 'changed',
  };
}

/** Filters of the product list beside its search. */
export function ProductFilters() {
  const t = useTexts('products');
  const { id: store } = useStore();
  const categories = categoryChoices(useCategories(store).items ?? []);
  const brands = (useBrands(store).items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FilterSelect
        name="status"
        label={t('filter.status')}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterSelect
        name="visibility"
        label={t('filter.visibility')}
        data={VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
      <FilterSelect
        name="category"
        label={t('filter.category')}
        data={categories.map(({ value, label }) => ({ value, label }))}
        searchable
      />
      <FilterSelect name="brand" label={t('filter.brand')} data={brands} searchable />
    </>
  );
}

/** Order of the product list. */
export function ProductSort() {
  const t = useTexts('products');
  return (
    <FilterSelect
      name="sort"
      label={t('filter.sort')}
      data={[{ value: 'name', label: t('filter.byName') }]}
      isSort
    />
  );
}
