import { lazy, Suspense } from 'react';
import { Card, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import {
  dashboardRoutes,
  type SalesFigure,
  type SalesSummary,
} from '@commerce/console-api/routes/dashboard.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { number, wholeMoney } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { OrderStatuses } from './OrderStatuses.tsx';
import { TopProducts } from './TopProducts.tsx';

// The chart library is large: the figures render without waiting for it.
const SalesChart = lazy(() => import('./SalesChart.tsx'));

/** Sales of the store over the last days. */
export function Sales({ days }: { days: '7' | '30' | '90' }) {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(dashboardRoutes.sales, { params: { store }, query: { days } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  if (data.total.orders === 0 && data.statuses.length === 0)
    return (
      <Card withBorder>
        <EmptyState icon={<IconReceipt />} title={t('empty.title')} about={t('empty.about')} />
      </Card>
    );
  return (
    <>
      <Figures sales={data} />
      <Card withBorder component="section" aria-labelledby="sales-by-day">
        <Title order={2} size="h5" mb="md" id="sales-by-day">
          {t('chart.title')}
        </Title>
        <Suspense fallback={<Skeleton height={260} />}>
          <SalesChart days={data.days} />
        </Suspense>
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <OrderStatuses statuses={data.statuses} />
        <TopProducts byUnits={data.topByUnits} byAmount={data.topByAmount} />
      </SimpleGrid>
    </>
  );
}

const each = ({ orders, amountCentavos }: SalesFigure): number =>
  orders === 0 ? 0 : amountCentavos / orders;

function Figures({ sales: { total, before, sources } }: { sales: SalesSummary }) {
  const t = useTexts('dashboard');
  const best = sources[0];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <Figure
        label={t('figure.amount')}
        value={wholeMoney(total.amountCentavos)}
        now={total.amountCentavos}
        before={before.amountCentavos}
      />
      <Figure
        label={t('figure.orders')}
        value={number(total.orders)}
        now={total.orders}
        before={before.orders}
      />
      <Figure
        label={t('figure.ticket')}
        value={wholeMoney(each(total))}
        now={each(total)}
        before={each(before)}
      />
      <Figure
        label={t('figure.source')}
        value={best === undefined ? '—' : t(`source.${best.source}`)}
        about={
          best === undefined || total.amountCentavos === 0
            ? ''
            : t('figure.share', { percent: number((best.amountCentavos / total.amountCentavos) * 100, 0) })
        }
      />
    </SimpleGrid>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** Compared values, current and previous period. */
  now?: number;
  before?: number;
  about?: string;
}

function Figure({ label, value, now = 0, before = 0, about }: FigureProps) {
  const t = useTexts('dashboard');
  const percent = before === 0 ? undefined : ((now - before) / before) * 100;
  const change =
    percent === undefined
      ? t('figure.nothingBefore')
      : t(percent < 0 ? 'figure.less' : 'figure.more', { percent: number(Math.abs(percent), 0) });
  return (
    <Card withBorder>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={650} className="figures">
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {about ?? change}
      </Text>
    </Card>
  );
}
