import { Card, SimpleGrid, Stack, Title } from '@mantine/core';
import { QUANTITY } from '../../../../lib/number-text.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { OWN, stockKey } from './amounts.ts';
import type { ChangeValues, ProductValues } from './values.ts';

/** Shop whose stock is edited. */
export interface ShopName {
  id: string;
  name: string;
}

/** Values with another count; null for none. */
export function withCount(values: ProductValues, key: string, onHand: number | null): ProductValues {
  // A replaced count keeps its place: the form compares the text of its values.
  if (onHand !== null) return { ...values, stock: { ...values.stock, [key]: onHand } };
  const { [key]: _before, ...stock } = values.stock;
  return { ...values, stock };
}

/** Stock of a product without variants, per shop. */
export function StockFields({
  values,
  change,
  shops,
  counted,
  readOnly,
}: {
  values: ProductValues;
  change: ChangeValues;
  shops: ShopName[];
  /** Keys of the saved counts. */
  counted: ReadonlySet<string>;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  return (
    <Card withBorder component="section" aria-label={t('tab.stock')}>
      <Stack>
        <Title order={2} size="h5">
          {t('tab.stock')}
        </Title>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
          {shops.map(({ id, name }) => {
            const key = stockKey(id, OWN);
            return (
              <NumberField
                key={id}
                rule={QUANTITY}
                label={name}
                value={values.stock[key] ?? null}
                required={counted.has(key)}
                onChange={(units) => change((now) => withCount(now, key, units))}
                readOnly={readOnly}
              />
            );
          })}
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
