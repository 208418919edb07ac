import { platformRoutes, type ProcessHealth } from '@commerce/console-api/routes/platform.ts';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

const POLL_MS = 15_000;

const TONES: Record<ProcessHealth['state'], Tone> = {
  serving: 'good',
  not_ready: 'warning',
  unreachable: 'bad',
};

/** Health of the services, polled. */
export function HealthList() {
  const t = useTexts('platform');
  const { data, error, isPending, refetch } = useRead(platformRoutes.health, {}, { everyMs: POLL_MS });
  const columns: Column<ProcessHealth>[] = [
    { key: 'name', title: t('health.service'), cell: ({ id }) => id },
    {
      key: 'state',
      title: t('health.state'),
      cell: ({ state, failedChecks }) => (
        <>
          <StatusBadge tone={TONES[state]}>{t(`health.states.${state}`)}</StatusBadge>
          {failedChecks.length === 0 ? null : ` ${failedChecks.join(', ')}`}
        </>
      ),
    },
    {
      key: 'took',
      title: t('health.took'),
      cell: ({ tookMs }) => (tookMs === null ? '—' : t('health.ms', { ms: number(tookMs) })),
      end: true,
    },
    { key: 'release', title: t('health.release'), cell: ({ release }) => release || '—' },
    { key: 'started', title: t('health.started'), cell: ({ startedAt }) => <Timestamp at={startedAt} /> },
    { key: 'outbox', title: t('health.outbox'), cell: (process) => <Outbox process={process} />, end: true },
  ];
  return (
    <DataTable
      label={t('health.title')}
      columns={columns}
      pages={{
        items: data?.items,
        isPending,
        isStale: false,
        error,
        refetch: () => void refetch(),
        hasMore: false,
        isReadingMore: false,
        more: () => undefined,
      }}
      empty={null}
    />
  );
}

function Outbox({ process: { outboxWaiting, outboxLagS } }: { process: ProcessHealth }) {
  const t = useTexts('platform');
  if (outboxWaiting === null) return '—';
  if (outboxWaiting === 0) return t('health.nothingWaits');
  return t('health.waits', { events: number(outboxWaiting), seconds: number(outboxLagS ?? 0, 0) });
}
