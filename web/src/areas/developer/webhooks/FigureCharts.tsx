import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { WebhookPeriod } from '@commerce/console-api/routes/webhooks.ts';
import { number, shortDay, shortHour } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Charts of the attempts per period. */
export default function FigureCharts({ periods, byDay }: { periods: WebhookPeriod[]; byDay: boolean }) {
  const t = useTexts('webhooks');
  const data = periods.map((period) => ({
    at: byDay ? shortDay(period.at.slice(0, 10)) : shortHour(period.at),
    [t('figures.succeeded')]: period.succeeded,
    [t('figures.refused')]: period.refused,
    [t('figures.unanswered')]: period.unanswered,
    p50: period.durationMsP50,
    p95: period.durationMsP95,
    p99: period.durationMsP99,
  }));
  const sum = (value: (period: WebhookPeriod) => number) =>
    periods.reduce((total, each) => total + value(each), 0);
  const succeeded = sum((period) => period.succeeded);
  const all = succeeded + sum((period) => period.refused + period.unanswered);
  return (
    <Stack>
      <Group>
        <Text>
          <strong>{number((100 * succeeded) / all, 1)} %</strong> {t('figures.rate')}
        </Text>
        <Text c="dimmed">{t('figures.attempts', { count: all, shown: number(all) })}</Text>
      </Group>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="md">
          {t('figures.outcomes')}
        </Title>
        <BarChart
          h={240}
          data={data}
          dataKey="at"
          type="stacked"
          tickLine="none"
          xAxisProps={{ minTickGap: 40 }}
          withLegend
          series={[
            { name: t('figures.succeeded'), color: 'petrol.6' },
            { name: t('figures.refused'), color: 'orange.6' },
            { name: t('figures.unanswered'), color: 'red.7' },
          ]}
        />
      </Card>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="md">
          {t('figures.latency')}
        </Title>
        <LineChart
          h={240}
          data={data}
          dataKey="at"
          unit=" ms"
          tickLine="none"
          withDots={false}
          xAxisProps={{ minTickGap: 40 }}
          withLegend
          series={[
            { name: 'p50', color: 'petrol.6' },
            { name: 'p95', color: 'orange.6' },
            { name: 'p99', color: 'red.7' },
          ]}
        />
      </Card>
    </Stack>
  );
}
