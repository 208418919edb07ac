import { useEffect } from 'react';
import { Select } from '@mantine/core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/** Selectable variants of a product; undefined until they are loaded. */
export function useVariants(productId: string | undefined) {
  const { id: store } = useStore();
  const { data, isPlaceholderData } = useRead(
    productRoutes.get,
    { params: { store, product: productId ?? '' } },
    { enabled: productId !== undefined },
  );
  if (data === undefined || isPlaceholderData || productId === undefined) return undefined;
  return data.product.variants.map(({ id, name, sku, attributes }) => ({
    value: id,
    label: name || attributes.map((attribute) => attribute.value).join(' / ') || (sku ?? id),
  }));
}

/** Field for a variant of a product; renders nothing for a product without variants. */
export function VariantPicker({
  productId,
  value,
  onPick,
  optional = false,
}: {
  productId: string | undefined;
  value: string | null;
  onPick: (variant: string | null) => void;
  /** Allows selecting the product as a whole. */
  optional?: boolean;
}) {
  const t = useTexts('prices');
  const variants = useVariants(productId);
  const first = optional ? undefined : variants?.[0]?.value;
  useEffect(() => {
    if (value === null && first !== undefined) onPick(first);
    // Runs only when there are other variants to choose from.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- for the same reason
  }, [first, value]);
  if (variants === undefined || variants.length === 0) return null;
  return (
    <Select
      label={t('picker.variant')}
      placeholder={optional ? t('picker.allVariants') : undefined}
      data={variants}
      value={value}
      onChange={onPick}
      searchable
      clearable={optional}
      allowDeselect={false}
    />
  );
}
