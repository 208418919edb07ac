import { useState } from 'react';
import { Alert, Button, Card, Group, Stack, TagsInput, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { errorText, problemText } from '../../../lib/problems.ts';
import { ApiError } from '../../../lib/call.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useVersioned } from '../../../lib/versioned.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { Product } from './product-form.ts';
import {
  duplicatesOf,
  shapeChanged,
  shapeOf,
  variantChanges,
  variantValuesOf,
  withIds,
  type VariantRow,
  type VariantValues,
} from './variant-form.ts';
import { VariantsTable } from './VariantsTable.tsx';
import { isVisible, useWithoutPriceQuestion } from './without-price.tsx';

/** Variants of a product: axes, values and codes; variants can be added, deactivated and removed. */
export function VariantsTab({ product }: { product: Product }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const readOnly = !useMay()('editProducts');
  const { values, setValues, versioned, isPending, error } = useEditVariants(product);
  const { confirmPublish, question } = useWithoutPriceQuestion({ isPending, error });
  const { axes, rows } = values;
  const duplicates = duplicatesOf(values);
  const add = () => setValues({ axes, rows: [...rows, emptyRow(axes.length)] });
  const setAxes = (next: string[]) =>
    setValues({
      axes: next,
      rows: rows.map((row) => ({ ...row, values: next.map((axis) => row.values[axes.indexOf(axis)] ?? '') })),
    });
  return (
    <Stack>
      <ChangedDialog
        versioned={versioned}
        label={(field) => (field === 'axes' ? t('variants.axes') : t('tab.variants'))}
        show={(field, value) => (field === 'rows' ? rowTexts(value as VariantRow[]) : undefined)}
        at={({ updatedAt }) => updatedAt}
      />
      {error ? (
        <Alert color="red" role="alert">
          {error instanceof ApiError && error.details.length > 0
            ? [
                ...new Set(
                  error.details.map((detail) => `${rowOf(detail.field)}${problemText(common, detail)}`),
                ),
              ].join(' · ')
            : errorText(common, error)}
        </Alert>
      ) : null}
      <Card withBorder>
        <Stack>
          <TagsInput
            label={t('variants.axes')}
            description={t('variants.axesAbout')}
            value={axes}
            onChange={setAxes}
            maxTags={3}
            maxLength={64}
            readOnly={readOnly}
          />
          {rows.length === 0 ? (
            <EmptyState title={t('variants.none')} about={t('variants.noneAbout')} />
          ) : (
            <VariantsTable
              product={product}
              values={values}
              duplicates={duplicates}
              change={setValues}
              readOnly={readOnly}
            />
          )}
          {readOnly ? null : (
            <Group justify="space-between">
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={add}
                disabled={axes.length === 0 || rows.length >= 250}
              >
                {t('variants.add')}
              </Button>
              <Button
                onClick={() => confirmPublish(sellsWithoutPrice(product, values) ? 1 : 0, versioned.save)}
                loading={isPending}
                disabled={duplicates.size > 0}
              >
                {common('save')}
              </Button>
            </Group>
          )}
          <Text size="sm" c="dimmed">
            {t('variants.newAbout')}
          </Text>
        </Stack>
      </Card>
      {question}
    </Stack>
  );
}

/** Reports whether a variant without a price would go on sale in a product visible to buyers. */
function sellsWithoutPrice(product: Product, { rows }: VariantValues): boolean {
  const unpriced = new Map(
    product.variants.filter((one) => one.priceCentavos === 0).map((one) => [one.id, one.isActive]),
  );
  return isVisible(product) && rows.some(({ id = '', isActive }) => isActive && unpriced.get(id) === false);
}

let rowCount = 0;

const emptyRow = (axes: number): VariantRow => ({
  key: `new ${++rowCount}`,
  id: undefined,
  values: Array.from({ length: axes }, () => ''),
  sku: '',
  barcode: '',
  isActive: false,
});

/** Prefix `3: ` for a problem of the third variant. */
const rowOf = (field = ''): string => {
  const at = /^variants\[(\d+)\]/.exec(field)?.[1];
  return at === undefined ? '' : `${Number(at) + 1}: `;
};

/** Readable variants, one per line. */
const rowTexts = (rows: VariantRow[]) =>
  rows.map(({ key, values, sku, barcode }) => (
    <Text span inherit display="block" key={key}>
      {[values.join(' / '), sku, barcode].filter((part) => part !== '').join(' · ')}
    </Text>
  ));

/** Saves the shape first, so that every changed variant exists. */
function useEditVariants(product: Product) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const done = { invalidates: [productRoutes.list, productRoutes.get] };
  const shape = useAct(productRoutes.changeVariants, done);
  const update = useAct(productRoutes.update, done);
  const readNow = useReadNow();
  const [values, setValues] = useState(() => variantValuesOf(product));
  const params = { store, product: product.id };
  const save = async (sent: VariantValues, base: Product) => {
    let [now, rest] = [base, sent];
    shape.reset();
    update.reset();
    if (shapeChanged(base, sent)) {
      now = await shape.mutateAsync({ params, body: { ...shapeOf(sent), version: base.updatedAt } });
      rest = withIds(sent, now);
    }
    const variants = variantChanges(now, rest);
    if (variants.length > 0)
      await update
        .mutateAsync({ params, body: { variants, version: now.updatedAt } })
        .catch((error: unknown) => {
          if (now !== base) versioned.rebase(now, rest);
          throw error;
        });
    notifyDone(t('form.saved'));
  };
  const versioned = useVersioned<Product, VariantValues>({
    entity: product,
    versionOf: ({ updatedAt }) => updatedAt,
    valuesOf: variantValuesOf,
    values,
    setValues,
    read: async () => (await readNow(productRoutes.get, { params })).product,
    save,
  });
  return {
    values,
    setValues,
    versioned,
    isPending: shape.isPending || update.isPending,
    error: shape.error ?? update.error,
  };
}
