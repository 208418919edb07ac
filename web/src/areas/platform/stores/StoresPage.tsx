import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { PLANS, platformRoutes, type StoreView as Store } from '@commerce/console-api/routes/platform.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { PlanQuestion } from './PlanQuestion.tsx';

/** Stores of the platform, with plan and usage. */
export default function StoresPage() {
  const t = useTexts('platform');
  const [q] = useFilter('q');
  const [plan, setPlan] = useFilter('plan');
  const chosen = PLANS.find((name) => name === plan);
  const [state, setState] = useFilter('state');
  const onlySuspended = state === 'suspended' ? state : undefined;
  const [changing, change] = useState<Store>();
  const stores = useReadPages(platformRoutes.listStores, {
    query: { q: q || undefined, plan: chosen, state: onlySuspended },
  });
  return (
    <>
      <PageHeader title={t('stores.title')} about={t('stores.about')} />
      <FilterBar label={t('stores.search')}>
        <Select
          aria-label={t('stores.plan')}
          placeholder={t('stores.anyPlan')}
          clearable
          data={PLANS.map((value) => ({ value, label: t(`plans.${value}`) }))}
          value={chosen ?? null}
          onChange={setPlan}
        />
        <Select
          aria-label={t('stores.state')}
          placeholder={t('stores.anyState')}
          clearable
          data={[{ value: 'suspended', label: t('suspension.title') }]}
          value={onlySuspended ?? null}
          onChange={setState}
        />
      </FilterBar>
      <DataTable
        label={t('stores.title')}
        columns={useColumns(change)}
        pages={stores}
        empty={<EmptyState icon={<IconBuildingStore />} title={t('stores.empty')} />}
      />
      {changing === undefined ? null : <PlanQuestion store={changing} close={() => change(undefined)} />}
    </>
  );
}

function useColumns(change: (store: Store) => void): Column<Store>[] {
  const t = useTexts('platform');
  return [
    {
      key: 'name',
      title: t('stores.name'),
      cell: (store) => (
        <RowTitle to={store.id} second={store.ownerEmail || store.id}>
          {store.name}
        </RowTitle>
      ),
    },
    {
      key: 'state',
      title: t('stores.state'),
      cell: ({ suspension }) => (
        <StatusBadge tone={suspension === undefined ? 'plain' : 'bad'}>
          {suspension === undefined ? t('stores.active') : t('suspension.title')}
        </StatusBadge>
      ),
    },
    { key: 'plan', title: t('stores.plan'), cell: (store) => t(`plans.${store.planTier}`) },
    {
      key: 'apps',
      title: t('stores.apps'),
      cell: (store) =>
        t('stores.used', { used: number(store.installedApps), max: number(store.maxInstalledApps) }),
      end: true,
    },
    {
      key: 'rate',
      title: t('stores.rate'),
      cell: (store) => t('stores.perMinute', { requests: number(store.requestsPerMinute) }),
      end: true,
    },
    {
      key: 'created',
      title: t('stores.created'),
      priority: 2,
      cell: (store) => <Timestamp at={store.createdAt} dayOnly />,
    },
    {
      key: 'actions',
      title: '',
      cell: (store) =>
        store.developerId === '' ? (
          <Button size="xs" variant="subtle" onClick={() => change(store)}>
            {t('stores.change')}
          </Button>
        ) : null,
      end: true,
    },
  ];
}
