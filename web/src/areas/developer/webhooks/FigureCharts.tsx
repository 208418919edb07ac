import { Group, Stack, Text } from '@mantine/core';
import type { WebhookPeriod } from '@commerce/console-api/routes/webhooks.ts';
import { number, shortDay, shortHour } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { LazyCharts } from '../LazyCharts.tsx';

/** Charts of the attempts per period. */
export function FigureCharts({ periods, byDay }: { periods: WebhookPeriod[]; byDay: boolean }) {
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
      <LazyCharts
        data={data}
        counts={{
          title: t('figures.outcomes'),
          series: [
            { name: t('figures.succeeded'), color: 'petrol.6' },
            { name: t('figures.refused'), color: 'orange.6' },
            { name: t('figures.unanswered'), color: 'red.7' },
          ],
        }}
        durations={{
          title: t('figures.latency'),
          series: [
            { name: 'p50', color: 'petrol.6' },
            { name: 'p95', color: 'orange.6' },
            { name: 'p99', color: 'red.7' },
          ],
        }}
      />
    </Stack>
  );
}
