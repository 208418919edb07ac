import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { money, number } from '../../../../lib/format.ts';
import { PRICE } from '../../../../lib/number-text.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { marginOf, NO_AMOUNTS, OWN, type Amounts } from './amounts.ts';
import type { ChangeValues, ProductValues } from './values.ts';

/** Price, compare-at price, cost and margin of a product without variants. */
export function AmountFields({
  values,
  change,
  hadPrice,
  readOnly,
  seesCosts,
}: {
  values: ProductValues;
  change: ChangeValues;
  /** An existing price cannot be removed. */
  hadPrice: boolean;
  readOnly: boolean;
  seesCosts: boolean;
}) {
  const t = useTexts('products');
  const amounts = values.amounts[OWN] ?? NO_AMOUNTS;
  const set = (part: Partial<Amounts>) =>
    change((now) => ({
      ...now,
      amounts: { ...now.amounts, [OWN]: { ...NO_AMOUNTS, ...now.amounts[OWN], ...part } },
    }));
  const { priceCentavos, compareAtCentavos, costCentavos } = amounts;
  return (
    <Card withBorder component="section" aria-label={t('field.price')}>
      <Stack>
        <Title order={2} size="h5">
          {t('field.price')}
        </Title>
        <SimpleGrid cols={{ base: 2, sm: seesCosts ? 4 : 2 }} spacing="sm">
          <MoneyInput
            label={t('field.price')}
            rule={PRICE}
            required={hadPrice}
            withAsterisk={false}
            value={priceCentavos}
            onChange={(centavos) => set({ priceCentavos: centavos })}
            readOnly={readOnly}
          />
          <MoneyInput
            label={t('field.compareAt')}
            rule={PRICE}
            value={compareAtCentavos}
            onChange={(centavos) => set({ compareAtCentavos: centavos })}
            readOnly={readOnly}
          />
          {seesCosts ? (
            <>
              <MoneyInput
                label={t('field.cost')}
                value={costCentavos}
                onChange={(centavos) => set({ costCentavos: centavos })}
                readOnly={readOnly}
              />
              <div>
                <Text size="sm" fw={500}>
                  {t('field.margin')}
                </Text>
                <Text size="sm" mt={8} component="output" aria-label={t('field.margin')}>
                  <Margin amounts={amounts} withAmount />
                </Text>
              </div>
            </>
          ) : null}
        </SimpleGrid>
        {priceCentavos !== null && compareAtCentavos !== null && compareAtCentavos <= priceCentavos ? (
          <Text size="sm" c="dimmed">
            {t('form.compareAtLow')}
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
}

/** Margin of amounts: a percentage of the price, and the amount. */
export function Margin({ amounts, withAmount = false }: { amounts: Amounts; withAmount?: boolean }) {
  const margin = marginOf(amounts);
  if (margin === undefined) return '—';
  const percent = `${number(margin.percent, 1)} %`;
  return (
    <Text span inherit c={margin.centavos < 0 ? 'var(--mantine-color-error)' : undefined}>
      {withAmount ? `${percent} (${money(margin.centavos)})` : percent}
    </Text>
  );
}
