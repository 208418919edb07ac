import type { ComponentProps } from 'react';
import { Text } from '@mantine/core';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../../lib/api.ts';
import { same } from '../../../../lib/compare.ts';
import { money } from '../../../../lib/format.ts';
import { PERCENT, WEIGHT, writeNumber } from '../../../../lib/number-text.ts';
import { useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { ChangedDialog } from '../../../../ui/ChangedDialog.tsx';
import { useBrands, useCategories } from '../labels.ts';
import { shopAndRow, type Amounts } from './amounts.ts';
import { rowName, type VariantRow } from './options.ts';
import type { ShopName } from './StockFields.tsx';
import type { Loaded, ProductValues } from './values.ts';

/** Conflicting changes of a product, saved by someone else while its form was open. */
export function ChangedProduct({
  versioned,
  shops: stocked,
}: Pick<ComponentProps<typeof ChangedDialog<Loaded, ProductValues>>, 'versioned'> & { shops: ShopName[] }) {
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
    axes: t('options.title'),
    rows: t('tab.variants'),
    amounts: t('tab.prices'),
    stock: t('tab.stock'),
  };
  const { conflict } = versioned;
  const rowNames = new Map(
    [...(conflict?.mine.rows ?? []), ...(conflict?.theirs.product.variants ?? []).map(rowOfVariant)].map(
      (row) => [row.key, rowName(row)],
    ),
  );
  const show = (field: string, value: unknown) => {
    if (field === 'rows') return lines((value as VariantRow[]).map(rowText));
    if (field === 'amounts' || field === 'stock') {
      const [mine, theirs] = sidesOf(conflict, field);
      const changed = Object.entries(value as Record<string, unknown>).filter(
        ([key]) => !same(mine[key], theirs[key]),
      );
      return lines(
        changed.map(([key, each]) => {
          if (field === 'amounts')
            return [rowNames.get(key), amountsText(each as Amounts)].filter(Boolean).join(': ');
          const [shop, row] = shopAndRow(key);
          const shopName = stocked.find(({ id }) => id === shop)?.name;
          return `${[shopName, rowNames.get(row)].filter(Boolean).join(' · ')}: ${String(each)}`;
        }),
      );
    }
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
      at={({ product }) => product.updatedAt}
    />
  );
}

/** Texts, one per line. */
const lines = (texts: string[]) =>
  texts.map((text) => (
    <Text span inherit display="block" key={text}>
      {text}
    </Text>
  ));

const rowText = (row: VariantRow): string =>
  [rowName(row), row.sku, row.barcode].filter((part) => part !== '').join(' · ');

const rowOfVariant = ({ id, attributes }: Loaded['product']['variants'][number]) => ({
  key: id,
  values: attributes.map(({ value }) => value),
});

const amountsText = ({ priceCentavos, compareAtCentavos, costCentavos }: Amounts): string =>
  [priceCentavos, compareAtCentavos, costCentavos]
    .map((centavos) => (centavos === null ? '—' : money(centavos)))
    .join(' / ');

type Conflict = ComponentProps<typeof ChangedDialog<Loaded, ProductValues>>['versioned']['conflict'];

/** Values of a field here and as saved elsewhere. */
function sidesOf(conflict: Conflict, field: string): [Record<string, unknown>, Record<string, unknown>] {
  const found = conflict?.fields.find((each) => each.field === field);
  return [found?.mine ?? {}, found?.theirs ?? {}] as [Record<string, unknown>, Record<string, unknown>];
}
