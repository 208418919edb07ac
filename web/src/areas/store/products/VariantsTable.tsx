import { ActionIcon, Switch, Table, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';
import { Price } from '../../../ui/Price.tsx';
import type { Product } from './product-form.ts';
import type { VariantRow, VariantValues } from './variant-form.ts';

/** Editable variants of a product, one row each. */
export function VariantsTable({
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
    <Table.ScrollContainer minWidth={640 + 110 * axes.length}>
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
  /** Index of an earlier variant with the same values. */
  sameAs: number | undefined;
  price: number | undefined;
  readOnly: boolean;
  set: (row: VariantRow) => void;
  remove: () => void;
}) {
  const t = useTexts('products');
  const position = at + 1;
  // All values are marked; the message appears on the first.
  const duplicate = (index: number, first: number) =>
    index > 0 || t('variants.duplicate', { position, first: first + 1 });
  return (
    <Table.Tr>
      {axes.map((axis, index) => (
        <Table.Td key={axis}>
          <TextInput
            aria-label={t('variants.cell', { field: axis, position })}
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
            aria-label={t('variants.cell', { field: t(`field.${name}`), position })}
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
          aria-label={t('variants.cell', { field: t('variants.active'), position })}
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
            aria-label={t('variants.removeOne', { position })}
            onClick={remove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
