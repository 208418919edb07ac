import { useState } from 'react';
import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Group,
  Stack,
  Switch,
  Table,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
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
import { Money } from '../../../ui/Money.tsx';
import type { Product } from './product-form.ts';
import {
  shapeChanged,
  shapeOf,
  variantChanges,
  variantValuesOf,
  withIds,
  type VariantRow,
  type VariantValues,
} from './variant-form.ts';

/** The variants of a product: their axes, values and codes; variants are added, taken out of sale, and removed. */
export function VariantsTab({ product }: { product: Product }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const readOnly = !useMay()('editProducts');
  const { values, setValues, versioned, isPending, error } = useEditVariants(product);
  const { axes, rows } = values;
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
            <VariantsTable product={product} values={values} change={setValues} readOnly={readOnly} />
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
              <Button onClick={versioned.save} loading={isPending}>
                {common('save')}
              </Button>
            </Group>
          )}
          <Text size="sm" c="dimmed">
            {t('variants.newAbout')}
          </Text>
        </Stack>
      </Card>
    </Stack>
  );
}

let rowsMade = 0;

const emptyRow = (axes: number): VariantRow => ({
  key: `new ${++rowsMade}`,
  id: undefined,
  values: Array.from({ length: axes }, () => ''),
  sku: '',
  barcode: '',
  isActive: false,
});

/** `3: ` for a problem of the third variant. */
const rowOf = (field = ''): string => {
  const at = /^variants\[(\d+)\]/.exec(field)?.[1];
  return at === undefined ? '' : `${Number(at) + 1}: `;
};

/** Variants as one reads them, one a line. */
const rowTexts = (rows: VariantRow[]) =>
  rows.map(({ key, values, sku, barcode }) => (
    <Text span inherit display="block" key={key}>
      {[values.join(' / '), sku, barcode].filter((part) => part !== '').join(' · ')}
    </Text>
  ));

/** Changes of the shape come first: then every variant that is changed is there. */
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
          if (now !== base) versioned.standOn(now, rest);
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

function VariantsTable({
  product,
  values: { axes, rows },
  change,
  readOnly,
}: {
  product: Product;
  values: VariantValues;
  change: (values: VariantValues) => void;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const prices = new Map(product.variants.map(({ id, priceCentavos }) => [id, priceCentavos]));
  const set = (row: VariantRow) =>
    change({ axes, rows: rows.map((one) => (one.key === row.key ? row : one)) });
  const remove = (key: string) => change({ axes, rows: rows.filter((row) => row.key !== key) });
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label={t('tab.variants')}>
        <Table.Thead>
          <Table.Tr>
            {axes.map((axis) => (
              <Table.Th key={axis}>{axis}</Table.Th>
            ))}
            <Table.Th>{t('field.sku')}</Table.Th>
            <Table.Th>{t('field.barcode')}</Table.Th>
            <Table.Th>{t('field.price')}</Table.Th>
            <Table.Th>{t('variants.active')}</Table.Th>
            {readOnly ? null : <Table.Th>{t('variants.remove')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            <VariantLine
              key={row.key}
              row={row}
              at={at}
              axes={axes}
              price={row.id === undefined ? undefined : prices.get(row.id)}
              readOnly={readOnly}
              set={set}
              remove={() => remove(row.key)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function VariantLine({
  row,
  at,
  axes,
  price,
  readOnly,
  set,
  remove,
}: {
  row: VariantRow;
  at: number;
  axes: string[];
  price: number | undefined;
  readOnly: boolean;
  set: (row: VariantRow) => void;
  remove: () => void;
}) {
  const t = useTexts('products');
  const place = at + 1;
  return (
    <Table.Tr>
      {axes.map((axis, index) => (
        <Table.Td key={axis}>
          <TextInput
            aria-label={t('variants.cell', { field: axis, place })}
            value={row.values[index] ?? ''}
            maxLength={255}
            readOnly={readOnly}
            onChange={(event) => set({ ...row, values: row.values.with(index, event.currentTarget.value) })}
          />
        </Table.Td>
      ))}
      {(['sku', 'barcode'] as const).map((name) => (
        <Table.Td key={name}>
          <TextInput
            aria-label={t('variants.cell', { field: t(`field.${name}`), place })}
            value={row[name]}
            maxLength={64}
            readOnly={readOnly}
            onChange={(event) => set({ ...row, [name]: event.currentTarget.value })}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <Money centavos={price} />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t('variants.cell', { field: t('variants.active'), place })}
          checked={row.isActive}
          disabled={readOnly || row.id === undefined}
          onChange={(event) => set({ ...row, isActive: event.currentTarget.checked })}
        />
      </Table.Td>
      {readOnly ? null : (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('variants.removeOne', { place })}
            onClick={remove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
