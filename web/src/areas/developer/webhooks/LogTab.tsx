import { Badge, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import {
  DELIVERY_STATES,
  EVENT_GROUPS,
  MANDATORY_EVENTS,
  webhookRoutes,
  type WebhookDelivery,
} from '@commerce/console-api/routes/webhooks.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { fromLocal } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { useAppParams, useWebhooksBase } from './app-params.ts';
import { attemptErrorText } from './attempt-error.ts';
import { DeliveryState } from './delivery-state.tsx';
import { RangeReplay } from './RangeReplay.tsx';
import { StoreCell } from './StoreCell.tsx';

const POLL_MS = 5_000;
const TYPES = [
  ...EVENT_GROUPS.flatMap(({ types }) => types as readonly string[]),
  'products.bulk_updated',
  ...MANDATORY_EVENTS,
  'ping',
];

/** Delivery log, with its filters in the URL. */
export function LogTab() {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const [state, setState] = useFilter('state');
  const [type, setType] = useFilter('type');
  const [store, setStore] = useFilter('store');
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const known = DELIVERY_STATES.find((each) => each === state);
  const query = {
    state: known,
    type: type === '' ? undefined : type,
    store: store === '' ? undefined : store,
    from: fromLocal(from),
    to: fromLocal(to),
  };
  const deliveries = useReadPages(webhookRoutes.deliveries, { params, query }, { everyMs: POLL_MS });
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <>
      <RangeReplay />
      <FilterBar>
        <NativeSelect
          label={t('log.state')}
          w={140}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
          data={[
            { value: '', label: t('log.all') },
            ...DELIVERY_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('log.type')}
          w={190}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[{ value: '', label: t('log.all') }, ...TYPES]}
        />
        <TextInput
          key={store}
          label={t('log.storeId')}
          w={160}
          defaultValue={store}
          maxLength={64}
          placeholder="sto_…"
          onBlur={(event) => setStore(event.currentTarget.value.trim())}
        />
        <TextInput
          label={t('log.from')}
          w={205}
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label={t('log.to')}
          w={205}
          type="datetime-local"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </FilterBar>
      <DataTable
        label={t('tab.log')}
        columns={useDeliveryColumns(setStore)}
        pages={deliveries}
        empty={
          <EmptyState
            icon={<IconWebhook />}
            title={filtered ? t('log.none') : t('log.empty')}
            about={filtered ? t('log.noneAbout') : t('log.emptyAbout')}
          />
        }
      />
    </>
  );
}

/** Columns of a delivery list. @param chooseStore called with the id of a chosen store */
export function useDeliveryColumns(chooseStore?: (id: string) => void): Column<WebhookDelivery>[] {
  const t = useTexts('webhooks');
  const base = useWebhooksBase();
  return [
    {
      key: 'type',
      title: t('log.type'),
      cell: (delivery) => (
        <Group gap={6} wrap="nowrap">
          <RowTitle to={`${base}/deliveries/${delivery.id}`}>{delivery.type}</RowTitle>
          {delivery.isTest ? <Badge variant="default">{t('log.test')}</Badge> : null}
          {delivery.replayOf === '' ? null : <Badge variant="default">{t('log.replay')}</Badge>}
        </Group>
      ),
    },
    { key: 'state', title: t('log.state'), cell: (delivery) => <DeliveryState state={delivery.state} /> },
    {
      key: 'answer',
      wrap: true,
      title: t('log.answer'),
      cell: (delivery) => delivery.lastStatus ?? attemptErrorText(t, delivery.lastError ?? '—'),
    },
    { key: 'attempts', title: t('log.attempts'), cell: (delivery) => delivery.attempts, end: true },
    {
      key: 'store',
      title: t('log.store'),
      cell: (delivery) => <StoreCell of={delivery} {...(chooseStore && { choose: chooseStore })} />,
    },
    { key: 'made', title: t('log.made'), cell: (delivery) => <Timestamp exact at={delivery.createdAt} /> },
  ];
}
