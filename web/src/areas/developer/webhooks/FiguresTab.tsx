import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useAppParams } from './app-params.ts';
import { FigureCharts } from './FigureCharts.tsx';

/** Success rates and response times of attempts. */
export function FiguresTab() {
  const t = useTexts('webhooks');
  const [param, setPeriod] = useFilter('period');
  const period = param === 'day' ? 'day' : 'hour';
  const { data, error, refetch } = useRead(webhookRoutes.stats, {
    params: useAppParams(),
    query: { period },
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <>
      <SegmentedControl
        aria-label={t('figures.period')}
        value={period}
        onChange={setPeriod}
        mb="md"
        data={[
          { value: 'hour', label: t('figures.hours') },
          { value: 'day', label: t('figures.days') },
        ]}
      />
      {data === undefined ? (
        <Skeleton height={280} />
      ) : data.periods.length === 0 ? (
        <EmptyState icon={<IconChartBar />} title={t('figures.empty')} about={t('figures.emptyAbout')} />
      ) : (
        <FigureCharts periods={data.periods} byDay={period === 'day'} />
      )}
    </>
  );
}
