import { useState } from 'react';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/** Selected product. */
export interface PickedProduct {
  id: string;
  name: string;
}

/** Field that searches for a product by name, SKU or barcode. */
export function ProductPicker({
  value,
  onPick,
  ...rest
}: Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: PickedProduct | null;
  onPick: (product: PickedProduct | null) => void;
}) {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, SEARCH_WAIT_MS);
  const typed = q === value?.name ? '' : q;
  const { data } = useRead(productRoutes.list, {
    params: { store },
    query: { q: typed || undefined, sort: 'name', limit: 20 },
  });
  const found = (data?.items ?? []).filter(({ status }) => status !== 'draft');
  const choices = found.map(({ id, name, sku }) => ({ value: id, label: sku ? `${name} · ${sku}` : name }));
  if (value !== null && !choices.some((choice) => choice.value === value.id))
    choices.unshift({ value: value.id, label: value.name });
  return (
    <Select
      label={t('picker.label')}
      placeholder={t('picker.placeholder')}
      nothingFoundMessage={t('picker.none')}
      searchable
      {...rest}
      data={choices}
      // The platform has already filtered.
      filter={({ options }) => options}
      value={value?.id ?? null}
      onSearchChange={setText}
      onChange={(id) => {
        const product = found.find((each) => each.id === id);
        onPick(product === undefined ? null : { id: product.id, name: product.name });
      }}
    />
  );
}
