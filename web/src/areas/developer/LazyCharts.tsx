import { lazy, Suspense, type ComponentProps } from 'react';
import { Skeleton } from '@mantine/core';

// Charts are large, and few people open them.
const PeriodCharts = lazy(() => import('./PeriodCharts.tsx'));

/** Charts by period, loaded when they are shown. */
export function LazyCharts(props: ComponentProps<typeof PeriodCharts>) {
  return (
    <Suspense fallback={<Skeleton height={280} />}>
      <PeriodCharts {...props} />
    </Suspense>
  );
}
