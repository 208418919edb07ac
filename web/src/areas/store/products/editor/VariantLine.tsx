import { memo } from 'react';
import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { same } from '../../../../lib/compare.ts';
import { AMOUNT, PRICE, QUANTITY, writeNumber } from '../../../../lib/number-text.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { Margin } from './AmountFields.tsx';
import { FIELDS } from './AllVariantsLine.tsx';
import { stockKey, type Amounts } from './amounts.ts';
import type { VariantRow } from './options.ts';
import { withCount, type ShopName } from './StockFields.tsx';
import type { ChangeValues } from './values.ts';
import { VariantImages } from './VariantImages.tsx';
import type { GridAccess } from './VariantsGrid.tsx';

interface LineProps {
  row: VariantRow;
  at: number;
  axes: string[];
  amounts: Amounts;
  /** Cost of the product, for a variant without its own. */
  ownCost: number | null;
  hasPrice: boolean;
  /** In the order of the shops. */
  counts: (number | null)[];
  /** True for each count that is saved, and cannot be removed. */
  hadCounts: boolean[];
  shops: ShopName[];
  images: string[];
  ownImages: string[] | undefined;
  /** Index of an earlier variant with the same values. */
  sameAs: number | undefined;
  access: GridAccess;
  change: ChangeValues;
}

/** A variant in the grid. Only the lines that changed are rendered again: a product has up to 250. */
export const VariantLine = memo(Line, (before, after) => {
  const { change: _before, ...was } = before;
  const { change: _after, ...is } = after;
  return same(was, is);
});

function Line(props: LineProps) {
  const t = useTexts('products');
  const { row, at, axes, amounts, images, ownImages, sameAs, access, change } = props;
  const position = at + 1;
  const label = (field: string) => t('variants.cell', { field, position });
  const set = (part: Partial<VariantRow>) =>
    change((now) => ({
      ...now,
      rows: now.rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)),
    }));
  // All values are marked; the message appears on the first.
  const duplicate = (index: number, first: number) =>
    index > 0 || t('variants.duplicate', { position, first: first + 1 });
  return (
    <tr>
      {images.length > 0 ? (
        <td data-narrow>
          <VariantImages
            label={label(t('images.title'))}
            images={images}
            own={ownImages}
            rowKey={row.key}
            change={change}
            readOnly={!access.product}
          />
        </td>
      ) : null}
      {axes.map((axis, index) => (
        <td key={index} data-label={axis}>
          <TextInput
            size="xs"
            aria-label={label(axis)}
            value={row.values[index] ?? ''}
            maxLength={255}
            readOnly={!access.product}
            error={sameAs === undefined ? null : duplicate(index, sameAs)}
            errorProps={{ role: 'alert' }}
            onChange={(event) => set({ values: row.values.with(index, event.currentTarget.value) })}
          />
        </td>
      ))}
      <AmountCells {...props} label={label} amounts={amounts} />
      <CountCells {...props} label={label} />
      {(['sku', 'barcode'] as const).map((name) => (
        <td key={name} data-label={t(`field.${name}`)}>
          <TextInput
            size="xs"
            aria-label={label(t(`field.${name}`))}
            value={row[name]}
            maxLength={64}
            readOnly={!access.product}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        </td>
      ))}
      <td data-narrow data-label={t('variants.active')}>
        <Switch
          aria-label={label(t('variants.active'))}
          checked={row.isActive}
          disabled={!access.product}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      </td>
      {access.product ? (
        <td data-narrow>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('variants.removeOne', { position })}
            onClick={() => change((now) => ({ ...now, rows: now.rows.filter(({ key }) => key !== row.key) }))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </td>
      ) : null}
    </tr>
  );
}

function AmountCells({
  row: { key },
  amounts,
  ownCost,
  hasPrice,
  access,
  change,
  label,
}: LineProps & { label: (field: string) => string }) {
  const t = useTexts('products');
  const set = (part: Partial<Amounts>) =>
    change((now) => ({
      ...now,
      amounts: { ...now.amounts, [key]: { ...amounts, ...now.amounts[key], ...part } },
    }));
  const field = (name: keyof Amounts) => ({
    size: 'xs',
    'aria-label': label(t(FIELDS[name])),
    value: amounts[name],
    onChange: (centavos: number | null) => set({ [name]: centavos }),
    readOnly: !access.prices,
  });
  return (
    <>
      <td data-label={t('field.price')}>
        <MoneyInput {...field('priceCentavos')} rule={PRICE} required={hasPrice} />
      </td>
      <td data-label={t('field.compareAt')}>
        <MoneyInput {...field('compareAtCentavos')} rule={PRICE} />
      </td>
      {access.costs ? (
        <>
          <td data-label={t('field.cost')}>
            <MoneyInput
              {...field('costCentavos')}
              {...(ownCost === null ? {} : { placeholder: writeNumber(ownCost, AMOUNT) })}
            />
          </td>
          <td data-narrow data-label={t('field.margin')}>
            <Margin amounts={{ ...amounts, costCentavos: amounts.costCentavos ?? ownCost }} />
          </td>
        </>
      ) : null}
    </>
  );
}

function CountCells({
  row: { key },
  shops,
  counts,
  hadCounts,
  access,
  change,
  label,
}: LineProps & { label: (field: string) => string }) {
  const t = useTexts('products');
  return shops.map(({ id, name }, at) => (
    <td key={id} data-label={t('variants.stockAt', { shop: name })}>
      <NumberField
        size="xs"
        rule={QUANTITY}
        aria-label={label(t('variants.stockAt', { shop: name }))}
        value={counts[at] ?? null}
        required={hadCounts[at] ?? false}
        onChange={(units) => change((now) => withCount(now, stockKey(id, key), units))}
        readOnly={!access.stock}
      />
    </td>
  ));
}
