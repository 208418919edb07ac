import { Card, Text, Title } from '@mantine/core';
import type { LineTotals } from '@commerce/console-api/routes/dashboard.ts';
import { number, wholeMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import classes from './dashboard.module.css';
import { marginOf } from './figures.ts';

/** Sales, cost and margin of the lines; what has no known cost is set apart, not counted as profit. */
export function MarginCard({ lineTotals }: { lineTotals: LineTotals }) {
  const t = useTexts('dashboard');
  const margin = marginOf(lineTotals);
  const isKnown = margin.marginCentavos !== undefined;
  return (
    <Card withBorder component="section" aria-labelledby="margin">
      <Title order={2} size="h5" mb="sm" id="margin">
        {t('margin.title')}
      </Title>
      <dl className={classes['facts']}>
        <Fact label={t('margin.net')} value={wholeMoney(margin.netCentavos)} />
        <Fact label={t('margin.uncosted')} value={wholeMoney(margin.uncostedCentavos)} />
        <Fact label={t('margin.costed')} value={wholeMoney(margin.costedCentavos)} />
        <Fact
          label={t('margin.cogs')}
          value={isKnown ? `− ${wholeMoney(margin.cogsCentavos)}` : t('margin.unknown')}
        />
        <Fact
          isTotal
          label={t('margin.margin')}
          value={
            margin.marginCentavos === undefined
              ? t('margin.unknown')
              : [
                  wholeMoney(margin.marginCentavos),
                  margin.percent === undefined ? '' : `(${number(margin.percent, 1)} %)`,
                ]
                  .join(' ')
                  .trim()
          }
        />
      </dl>
      <Text size="xs" c="dimmed" mt="xs">
        {t('margin.about')}
      </Text>
    </Card>
  );
}

function Fact({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal}>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
