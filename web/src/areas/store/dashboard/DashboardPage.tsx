import { lazy, Suspense } from 'react';
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LowStock } from './LowStock.tsx';
import { Sales } from './Sales.tsx';
import { Work } from './Work.tsx';

// Only new stores show them.
const FirstSteps = lazy(() => import('./FirstSteps.tsx'));

const SPANS = ['7', '30', '90'] as const;

/** Home page of a store: what to do today, sales, margin, and low stock. */
export default function DashboardPage() {
  const t = useTexts('dashboard');
  const store = useStore();
  const may = useMay();
  const [param, setDays] = useFilter('days');
  const [shop] = useFilter('shop');
  const days = SPANS.find((span) => span === param) ?? '30';
  const choice = (
    <Group gap="xs">
      <ShopChoice />
      {may('seeOrders') ? (
        <SegmentedControl
          aria-label={t('span.label')}
          value={days}
          onChange={(value) => setDays(value === '30' ? null : value)}
          data={SPANS.map((value) => ({ value, label: t('span.days', { count: Number(value) }) }))}
        />
      ) : null}
    </Group>
  );
  return (
    <>
      <PageHeader wide title={store.name} about={t('about')} actions={choice} />
      <Stack>
        {may('apps') ? (
          <Suspense>
            <FirstSteps />
          </Suspense>
        ) : null}
        <Work shop={shop || undefined} />
        {may('seeOrders') ? <Sales days={days} shop={shop || undefined} /> : null}
        <LowStock shop={shop || undefined} />
      </Stack>
    </>
  );
}

/** Shop of the figures; only in a store with several. */
function ShopChoice() {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const [shop, setShop] = useFilter('shop');
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } }).data?.items ?? [];
  if (shops.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('shop.label')}
      data={[
        { value: '', label: t('shop.all') },
        ...shops.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={shop}
      onChange={(event) => setShop(event.currentTarget.value)}
      w={210}
    />
  );
}
