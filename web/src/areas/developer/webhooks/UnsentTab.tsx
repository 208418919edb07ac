import { Code, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import {
  UNSENT_REASONS,
  webhookRoutes,
  type WebhookUnsentEvent,
} from '@commerce/console-api/routes/webhooks.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useAppParams } from './app-params.ts';
import { StoreCell } from './StoreCell.tsx';

/** Events that were not sent, with the reason. */
export function UnsentTab() {
  const t = useTexts('webhooks');
  const [reason, setReason] = useFilter('reason');
  const [event, setEvent] = useFilter('event');
  const query = {
    reason: UNSENT_REASONS.find((each) => each === reason),
    event: event === '' ? undefined : event,
  };
  const events = useReadPages(webhookRoutes.unsent, { params: useAppParams(), query });
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('unsent.about')}
      </Text>
      <FilterBar>
        <NativeSelect
          label={t('unsent.reason')}
          value={reason}
          onChange={(change) => setReason(change.currentTarget.value)}
          data={[
            { value: '', label: t('log.all') },
            ...UNSENT_REASONS.map((value) => ({ value, label: t(`reason.${value}`) })),
          ]}
        />
        <TextInput
          key={event}
          label={t('unsent.event')}
          defaultValue={event}
          maxLength={64}
          placeholder="evt_…"
          onBlur={(change) => setEvent(change.currentTarget.value.trim())}
        />
      </FilterBar>
      <DataTable
        label={t('tab.unsent')}
        columns={useColumns()}
        pages={events}
        empty={<EmptyState icon={<IconMailOff />} title={t('unsent.empty')} about={t('unsent.emptyAbout')} />}
      />
    </>
  );
}

function useColumns(): Column<WebhookUnsentEvent>[] {
  const t = useTexts('webhooks');
  return [
    { key: 'type', title: t('log.type'), cell: (event) => event.type },
    { key: 'reason', title: t('unsent.reason'), cell: (event) => t(`reason.${event.reason}`) },
    { key: 'event', title: t('unsent.event'), cell: (event) => <Code>{event.eventId}</Code> },
    { key: 'store', title: t('log.store'), cell: (event) => <StoreCell of={event} /> },
    { key: 'when', title: t('unsent.when'), cell: (event) => <Timestamp exact at={event.occurredAt} /> },
  ];
}
