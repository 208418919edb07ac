import { lazy, Suspense } from 'react';
import { Card, SimpleGrid, Skeleton, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Breakdown } from './Breakdown.tsx';
import { Figures } from './Figures.tsx';
import { MarginCard } from './MarginCard.tsx';
import { OrderStatuses } from './OrderStatuses.tsx';
import { TopProducts } from './TopProducts.tsx';

// The chart library is large: the figures render without waiting for it.
const SalesChart = lazy(() => import('./SalesChart.tsx'));

/** Sales over the last days, of the store or of a shop. */
export function Sales({ days, shop }: { days: '7' | '30' | '90'; shop: string | undefined }) {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(dashboardRoutes.sales, {
    params: { store },
    query: { days, shop },
  });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton shape="home" />;
  if (data.total.orders === 0 && data.statuses.length === 0)
    return (
      <Card withBorder>
        <EmptyState icon={<IconReceipt />} title={t('empty.title')} about={t('empty.about')} />
      </Card>
    );
  return (
    <>
      <Figures sales={data} days={days} />
      <Card withBorder component="section" aria-labelledby="sales-by-day">
        <Title order={2} size="h5" mb="md" id="sales-by-day">
          {t('chart.title')}
        </Title>
        <Suspense fallback={<Skeleton height={260} />}>
          <SalesChart days={data.days} />
        </Suspense>
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <OrderStatuses statuses={data.statuses} days={days} />
        <Breakdown sales={data} days={days} />
        {data.lineTotals === null ? null : <MarginCard lineTotals={data.lineTotals} />}
      </SimpleGrid>
      <TopProducts byUnits={data.topByUnits} byAmount={data.topByAmount} />
    </>
  );
}
