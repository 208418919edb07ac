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
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { errorText, problemText } from '../../../lib/problems.ts';
import { ApiError } from '../../../lib/call.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Price } from '../../../ui/Price.tsx';
import type { Product } from './product-form.ts';
import {
  duplicatesOf,
  shapeChanged,
  shapeOf,
  variantChanges,
  variantValuesOf,
  type VariantRow,
  type VariantValues,
} from './variant-form.ts';
import { isOffered, useWithoutPriceQuestion } from './without-price.tsx';

/** The variants of a product: their axes, values and codes; variants are added, taken out of sale, and removed. */
export function VariantsTab({ product }: { product: Product }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const readOnly = !useMay()('editProducts');
  const [values, setValues] = useState(() => variantValuesOf(product));
  const { save, isPending, error } = useSaveVariants(product);
  const { offer, question } = useWithoutPriceQuestion({ isPending, error });
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
                onClick={() => offer(offersWithoutPrice(product, values) ? 1 : 0, () => save(values))}
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

/** Whether a variant without a price goes on sale in a product that buyers see. */
function offersWithoutPrice(product: Product, { rows }: VariantValues): boolean {
  const unpriced = new Map(
    product.variants.filter((one) => one.priceCentavos === 0).map((one) => [one.id, one.isActive]),
  );
  return isOffered(product) && rows.some(({ id = '', isActive }) => isActive && unpriced.get(id) === false);
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

/** Changes of the shape come first: then every variant that is changed is there. */
function useSaveVariants(product: Product) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const done = { invalidates: [productRoutes.list, productRoutes.get] };
  const shape = useAct(productRoutes.changeVariants, done);
  const update = useAct(productRoutes.update, done);
  const params = { store, product: product.id };
  const save = async (values: VariantValues) => {
    if (shapeChanged(product, values)) await shape.mutateAsync({ params, body: shapeOf(values) });
    const variants = variantChanges(product, values);
    if (variants.length > 0) await update.mutateAsync({ params, body: { variants } });
    notifyDone(t('form.saved'));
  };
  return {
    save,
    isPending: shape.isPending || update.isPending,
    error: shape.error ?? update.error,
  };
}

function VariantsTable({
  product,
  values: { axes, rows },
  duplicates,
  change,
  readOnly,
}: {
  product: Product;
  values: VariantValues;
  duplicates: ReadonlyMap<number, number>;
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
              sameAs={duplicates.get(at)}
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
  sameAs,
  price,
  readOnly,
  set,
  remove,
}: {
  row: VariantRow;
  at: number;
  axes: string[];
  /** The place of an earlier variant with the same values. */
  sameAs: number | undefined;
  price: number | undefined;
  readOnly: boolean;
  set: (row: VariantRow) => void;
  remove: () => void;
}) {
  const t = useTexts('products');
  const place = at + 1;
  // All values are marked, the words stand at the first.
  const duplicate = (index: number, first: number) =>
    index > 0 || t('variants.duplicate', { place, first: first + 1 });
  return (
    <Table.Tr>
      {axes.map((axis, index) => (
        <Table.Td key={axis}>
          <TextInput
            aria-label={t('variants.cell', { field: axis, place })}
            value={row.values[index] ?? ''}
            maxLength={255}
            readOnly={readOnly}
            error={sameAs === undefined ? null : duplicate(index, sameAs)}
            errorProps={{ role: 'alert' }}
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
        <Price centavos={price} />
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
