import { Text } from '@mantine/core';
import { PRICE, QUANTITY } from '../../../../lib/number-text.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { Blank } from './Blank.tsx';
import { NO_AMOUNTS, stockKey, type Amounts } from './amounts.ts';
import { withCount, type ShopName } from './StockFields.tsx';
import type { ChangeValues, ProductValues } from './values.ts';
import type { GridAccess } from './VariantsGrid.tsx';

/** Value that all have; null when they differ. */
const common = (all: (number | null)[]): number | null =>
  all.every((one) => one === all[0]) ? (all[0] ?? null) : null;

/** Fields that set an amount or a count of all variants. */
export function AllVariantsLine({
  values: { axes, rows, amounts, stock, images },
  change,
  shops,
  counted,
  access,
}: {
  values: ProductValues;
  change: ChangeValues;
  shops: ShopName[];
  /** Keys of the saved counts. */
  counted: ReadonlySet<string>;
  access: GridAccess;
}) {
  const t = useTexts('products');
  const names = access.costs
    ? (['priceCentavos', 'compareAtCentavos', 'costCentavos'] as const)
    : (['priceCentavos', 'compareAtCentavos'] as const);
  const setAll = (part: Partial<Amounts>) =>
    change((now) => ({
      ...now,
      amounts: {
        ...now.amounts,
        ...Object.fromEntries(
          now.rows.map(({ key }) => [key, { ...NO_AMOUNTS, ...now.amounts[key], ...part }]),
        ),
      },
    }));
  const countAll = (shop: string, units: number | null) =>
    change((now) => now.rows.reduce((all, { key }) => withCount(all, stockKey(shop, key), units), now));
  const field = (label: string) => ({
    'aria-label': t('variants.all', { field: label }),
    placeholder: t('variants.allPlaceholder'),
    size: 'xs',
  });
  return (
    <tr data-all>
      {images.length > 0 ? <Blank /> : null}
      <td>
        <Text size="sm" fw={600} mt={4}>
          {t('variants.allTitle')}
        </Text>
      </td>
      {axes.slice(1).map((axis) => (
        <Blank key={axis} />
      ))}
      {names.map((name) => (
        <td key={name} data-label={t(FIELDS[name])}>
          <MoneyInput
            {...field(t(FIELDS[name]))}
            {...(name === 'costCentavos' ? {} : { rule: PRICE })}
            value={common(rows.map(({ key }) => amounts[key]?.[name] ?? null))}
            onChange={(centavos) => setAll({ [name]: centavos })}
            readOnly={!access.prices}
          />
        </td>
      ))}
      {access.costs ? <Blank /> : null}
      {shops.map(({ id, name }) => {
        const keys = rows.map(({ key }) => stockKey(id, key));
        const count = common(keys.map((key) => stock[key] ?? null));
        return (
          <td key={id} data-label={t('variants.stockAt', { shop: name })}>
            <NumberField
              {...field(t('variants.stockAt', { shop: name }))}
              rule={QUANTITY}
              value={count}
              required={count !== null && keys.some((key) => counted.has(key))}
              onChange={(units) => countAll(id, units)}
              readOnly={!access.stock}
            />
          </td>
        );
      })}
      <Blank />
      <Blank />
      <Blank />
      {access.product ? <Blank /> : null}
    </tr>
  );
}

/** Labels of amounts. */
export const FIELDS = {
  priceCentavos: 'field.price',
  compareAtCentavos: 'field.compareAt',
  costCentavos: 'field.cost',
} as const;
