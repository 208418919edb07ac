import { Group, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { requestRoutes } from '@commerce/console-api/routes/requests.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useAppIds } from '../use-developer.ts';
import { FigureCharts } from './FigureCharts.tsx';
import { RouteTable } from './RouteTable.tsx';

/** Counts and durations of all responses, by hour and by route. */
export function FiguresTab() {
  const t = useTexts('requests');
  const [param, setPeriod] = useFilter('period');
  const [route, setRoute] = useFilter('route');
  const period = param === 'week' ? 'week' : 'day';
  const { data, error, refetch } = useRead(requestRoutes.stats, {
    params: useAppIds(),
    query: { period, route: route === '' ? undefined : route },
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const routes = data?.routes.map((each) => each.route) ?? [];
  return (
    <>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label={t('list.route')}
          value={route}
          onChange={(event) => setRoute(event.currentTarget.value)}
          data={[
            { value: '', label: t('list.all') },
            ...routes,
            ...(route === '' || routes.includes(route) ? [] : [route]),
          ]}
        />
        <SegmentedControl
          aria-label={t('figures.period')}
          value={period}
          onChange={setPeriod}
          data={[
            { value: 'day', label: t('figures.day') },
            { value: 'week', label: t('figures.week') },
          ]}
        />
      </Group>
      {data === undefined ? (
        <Skeleton height={280} />
      ) : data.hours.length === 0 ? (
        <EmptyState icon={<IconChartBar />} title={t('figures.empty')} about={t('figures.emptyAbout')} />
      ) : (
        <FigureCharts hours={data.hours} />
      )}
      {data === undefined || data.routes.length === 0 ? null : (
        <RouteTable routes={data.routes} choose={setRoute} />
      )}
    </>
  );
}
