import { Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { requestRoutes } from '@commerce/console-api/routes/requests.ts';
import { number, shortHour } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { LazyCharts } from '../LazyCharts.tsx';

/** Charts of the responses per hour. */
export function FigureCharts({ hours }: { hours: AnswerOf<typeof requestRoutes.stats>['hours'] }) {
  const t = useTexts('requests');
  const data = hours.map((hour) => ({
    at: shortHour(hour.at),
    '2xx': hour.succeeded,
    '4xx': hour.refused,
    '5xx': hour.failed,
    p95: hour.durationMsP95,
  }));
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const all = hours.reduce((sum, hour) => sum + hour.refused + hour.failed, succeeded);
  return (
    <Stack>
      <Text>
        <strong>{number((100 * succeeded) / all, 1)} %</strong>{' '}
        {t('figures.rate', { count: all, shown: number(all) })}
      </Text>
      <LazyCharts
        data={data}
        counts={{
          title: t('figures.responses'),
          series: [
            { name: '2xx', color: 'petrol.6' },
            { name: '4xx', color: 'orange.6' },
            { name: '5xx', color: 'red.7' },
          ],
        }}
        durations={{ title: t('figures.latency'), series: [{ name: 'p95', color: 'petrol.6' }] }}
      />
    </Stack>
  );
}
