import { SegmentedControl, Stack } from '@mantine/core';
import { useFilter } from '../../../lib/filter.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { LowStock } from './LowStock.tsx';
import { Sales } from './Sales.tsx';

const SPANS = ['7', '30', '90'] as const;

/** Home page of a store: sales, open orders, low stock. */
export default function DashboardPage() {
  const t = useTexts('dashboard');
  const store = useStore();
  const may = useMay();
  const [param, setDays] = useFilter('days');
  const days = SPANS.find((span) => span === param) ?? '30';
  const choice = (
    <SegmentedControl
      aria-label={t('span.label')}
      value={days}
      onChange={(value) => setDays(value === '30' ? null : value)}
      data={SPANS.map((value) => ({ value, label: t('span.days', { count: Number(value) }) }))}
    />
  );
  return (
    <>
      <PageHeader title={store.name} about={t('about')} actions={may('seeOrders') ? choice : undefined} />
      <Stack>
        {may('apps') ? <FirstSteps /> : null}
        {may('seeOrders') ? <Sales days={days} /> : null}
        <LowStock />
      </Stack>
    </>
  );
}
