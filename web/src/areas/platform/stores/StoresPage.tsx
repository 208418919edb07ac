import { useState } from 'react';
import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { MERCHANT_PLANS, PLANS, platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

type Store = AnswerOf<typeof platformRoutes.setPlan>;

/** Stores of the platform, with plan and usage. */
export default function StoresPage() {
  const t = useTexts('platform');
  const [q] = useFilter('q');
  const [plan, setPlan] = useFilter('plan');
  const chosen = PLANS.find((name) => name === plan);
  const [changing, change] = useState<Store>();
  const stores = useReadPages(platformRoutes.listStores, { query: { q: q || undefined, plan: chosen } });
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
        <>
          <Text inherit fw={600}>
            {store.name}
          </Text>
          <Text size="xs" c="dimmed">
            {store.ownerEmail || store.id}
          </Text>
        </>
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

function PlanQuestion({ store, close }: { store: Store; close: () => void }) {
  const t = useTexts('platform');
  const common = useTexts('common');
  const [planTier, choose] = useState(MERCHANT_PLANS.find((plan) => plan === store.planTier));
  const [reason, setReason] = useState('');
  const set = useAct(platformRoutes.setPlan, {
    invalidates: [platformRoutes.listStores, platformRoutes.listAudit],
    onSuccess: () => {
      notifyDone(t('stores.changed', { name: store.name }));
      close();
    },
  });
  const isDirty = reason !== '' || planTier !== store.planTier;
  useUnsaved(isDirty);
  const leave = () => confirmLeave(isDirty, close);
  return (
    <Modal
      opened
      onClose={leave}
      title={t('stores.changeTitle', { name: store.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text size="sm">{t('stores.changeAbout')}</Text>
        <Select
          label={t('stores.plan')}
          allowDeselect={false}
          data={MERCHANT_PLANS.map((value) => ({ value, label: t(`plans.${value}`) }))}
          value={planTier ?? null}
          onChange={(value) => choose(MERCHANT_PLANS.find((plan) => plan === value))}
          data-autofocus
        />
        <Textarea
          label={t('stores.reason')}
          maxLength={1000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ActError error={set.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {common('cancel')}
          </Button>
          <Button
            loading={set.isPending}
            disabled={planTier === undefined || planTier === store.planTier}
            onClick={() => set.mutate({ params: { id: store.id }, body: { planTier: planTier!, reason } })}
          >
            {t('stores.change')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
