import { Select } from '@mantine/core';
import { PRODUCT_STATUSES, PRODUCT_TYPES, VISIBILITIES } from '@commerce/console-api/routes/products.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
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
      <Filter
        name="status"
        label={t('filter.status')}
        w={112}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <Filter
        name="visibility"
        label={t('filter.visibility')}
        w={124}
        data={VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
      <Filter
        name="category"
        label={t('filter.category')}
        w={124}
        data={categories.map(({ value, label }) => ({ value, label }))}
        searchable
      />
      <Filter name="brand" label={t('filter.brand')} w={112} data={brands} searchable />
      <Filter
        name="sort"
        label={t('filter.sort')}
        w={172}
        data={[{ value: 'name', label: t('filter.byName') }]}
      />
    </>
  );
}

function Filter({
  name,
  label,
  ...select
}: {
  name: string;
  label: string;
  w: number;
  data: { value: string; label: string }[];
  searchable?: boolean;
}) {
  const t = useTexts('common');
  const [value, set] = useFilter(name);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value || null}
      onChange={set}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      {...select}
    />
  );
}
