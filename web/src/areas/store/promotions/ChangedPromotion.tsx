import type { ComponentProps } from 'react';
import type { EditedPromotion } from '@commerce/console-api/routes/price-messages.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../lib/api.ts';
import { AMOUNT, PERCENT, writeNumber } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import type { PickedProduct } from '../prices/ProductPicker.tsx';
import { useBrands, useCategories } from '../products/labels.ts';
import type { PromotionValues } from './promotion-form.ts';

/** Conflicting changes of a promotion, saved by someone else while its form was open. */
export function ChangedPromotion({
  versioned,
}: Pick<ComponentProps<typeof ChangedDialog<EditedPromotion | undefined, PromotionValues>>, 'versioned'>) {
  const t = useTexts('promotions');
  const { id: store } = useStore();
  const shops = useReadPages(shopRoutes.list, { params: { store }, query: { limit: 100 } }).items ?? [];
  const categories = useCategories(store).items ?? [];
  const brands = useBrands(store).items ?? [];
  const names = new Map([...shops, ...categories, ...brands].map(({ id, name }) => [id, name]));
  const labels: Record<string, string> = {
    name: t('field.name'),
    discount: t('field.discount'),
    products: t('form.products'),
    categoryIds: t('form.categories'),
    brandIds: t('form.brands'),
    shopIds: t('field.shops'),
    startsAt: t('field.starts'),
    endsAt: t('field.ends'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'discount') {
      const { unit, value: size } = value as Pick<PromotionValues, 'unit' | 'value'>;
      return writeNumber(size, unit === 'percent' ? PERCENT : AMOUNT) || undefined;
    }
    if (field === 'startsAt' || field === 'endsAt') return String(value).replace('T', ' ') || undefined;
    if (field === 'products')
      return (value as PickedProduct[]).map(({ name }) => name).join(', ') || undefined;
    const ids = field.endsWith('Ids') ? (value as string[]) : [];
    return ids.map((id) => names.get(id) ?? id).join(', ') || undefined;
  };
  return <ChangedDialog versioned={versioned} label={(field) => labels[field] ?? field} show={show} />;
}
