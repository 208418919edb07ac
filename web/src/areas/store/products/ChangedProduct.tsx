import type { ComponentProps } from 'react';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../lib/api.ts';
import { PERCENT, WEIGHT, writeNumber } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { useBrands, useCategories } from './labels.ts';
import type { Product, ProductValues } from './product-form.ts';

/** Conflicting changes of a product, saved by someone else while its form was open. */
export function ChangedProduct({
  versioned,
}: Pick<ComponentProps<typeof ChangedDialog<Product, ProductValues>>, 'versioned'>) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const shops = useReadPages(shopRoutes.list, { params: { store }, query: { limit: 100 } }).items ?? [];
  const categories = useCategories(store).items ?? [];
  const brands = useBrands(store).items ?? [];
  const names = new Map([...shops, ...categories, ...brands].map(({ id, name }) => [id, name]));
  const labels: Record<keyof ProductValues, string> = {
    name: t('field.name'),
    slug: t('field.slug'),
    description: t('field.description'),
    shortDescription: t('field.shortDescription'),
    sku: t('field.sku'),
    barcode: t('field.barcode'),
    images: t('images.title'),
    imageAlts: t('images.alt'),
    variantImages: t('images.ofVariants'),
    categoryIds: t('field.categories'),
    brandIds: t('field.brands'),
    tags: t('field.tags'),
    shopIds: t('field.shops'),
    visibility: t('field.visibility'),
    isActive: t('form.isActive'),
    isService: t('form.isService'),
    ivaRateBp: t('field.iva'),
    weight: t('field.weight'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'visibility') return t(`visibility.${String(value)}`);
    if (field === 'ivaRateBp') return writeNumber(value as number, PERCENT);
    if (field === 'weight') {
      const { milli, unit } = value as ProductValues['weight'];
      return `${writeNumber(milli, WEIGHT)} ${unit}`;
    }
    const ids = field.endsWith('Ids') ? (value as string[]) : [];
    return ids.length === 0 ? undefined : ids.map((id) => names.get(id) ?? id).join(', ');
  };
  return (
    <ChangedDialog
      versioned={versioned}
      label={(field) => labels[field as keyof ProductValues]}
      show={show}
      at={({ updatedAt }) => updatedAt}
    />
  );
}
