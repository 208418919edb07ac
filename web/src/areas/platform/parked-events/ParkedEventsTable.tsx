import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconMailbox } from '@tabler/icons-react';
import { parkedEventRoutes, type ParkedEventView } from '@commerce/console-api/routes/parked-events.ts';
import { useAct, useRead, useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone, notifyRefused } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import type { ParkedFilter } from './ReplayAllButton.tsx';

/** Matching parked events, each with its actions. */
export function ParkedEventsTable({ filter }: { filter: ParkedFilter }) {
  const t = useTexts('parked');
  const events = useReadPages(parkedEventRoutes.list, { query: filter });
  const columns: Column<ParkedEventView>[] = [
    { key: 'type', title: t('event'), cell: (event) => <EventCell event={event} /> },
    { key: 'service', title: t('service'), cell: ({ service }) => service },
    { key: 'store', title: t('store'), cell: ({ storeId }) => storeId || '—' },
    {
      key: 'error',
      wrap: true,
      title: t('error'),
      cell: ({ error }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      ),
    },
    { key: 'attempts', title: t('attempts'), cell: ({ attempts }) => number(attempts), end: true },
    { key: 'failed', title: t('lastFailed'), cell: ({ lastFailedAt }) => <Timestamp at={lastFailedAt} /> },
    { key: 'actions', title: '', cell: (event) => <Actions event={event} />, end: true },
  ];
  return (
    <>
      <UnreachableServices filter={filter} />
      <DataTable
        label={t('title')}
        columns={columns}
        pages={events}
        empty={<EmptyState icon={<IconMailbox />} title={t('empty')} about={t('emptyAbout')} />}
      />
    </>
  );
}

/** Names the services that do not respond, whose events are missing from the list. */
function UnreachableServices({ filter }: { filter: ParkedFilter }) {
  const t = useTexts('parked');
  const { data } = useRead(parkedEventRoutes.list, { query: { ...filter, limit: 1 } });
  if (data === undefined || data.unreachable.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} mb="md">
      {t('unreachable', { services: data.unreachable.join(', ') })}
    </Alert>
  );
}

function EventCell({ event: { type, source, eventId, subjectId } }: { event: ParkedEventView }) {
  const t = useTexts('parked');
  return (
    <>
      <Text inherit fw={600}>
        {type}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {eventId}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('from', { source, subject: subjectId || '—' })}
      </Text>
    </>
  );
}

function Actions({ event }: { event: ParkedEventView }) {
  const t = useTexts('parked');
  const invalidates = [parkedEventRoutes.list];
  const params = { service: event.service, event: event.eventId };
  const replay = useAct(parkedEventRoutes.replay, {
    invalidates,
    onSuccess: ({ error }) =>
      error === null
        ? notifyDone(t('replayed', { type: event.type }))
        : notifyRefused(t('failed', { type: event.type }), error),
  });
  const discard = useAct(parkedEventRoutes.discard, {
    invalidates,
    onSuccess: () => notifyDone(t('discarded', { type: event.type })),
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ConfirmButton
        size="xs"
        label={t('replay')}
        title={t('replayTitle', { type: event.type })}
        about={t('replayAbout')}
        act={{ ...replay, mutateAsync: () => replay.mutateAsync({ params }) }}
      />
      <ReasonButton
        size="xs"
        variant="subtle"
        label={t('discard')}
        title={t('discardTitle', { type: event.type })}
        about={t('discardAbout')}
        reason={t('discardReason')}
        destructive
        act={{ ...discard, run: (reason) => discard.mutateAsync({ params, body: { reason } }) }}
      />
    </Group>
  );
}
