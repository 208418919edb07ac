import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PriceChangeJob } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { reloadRoutes, useReadPages } from '../../../lib/api.ts';
import { money, number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { signedPercent } from './percent.ts';

const POLL_MS = 1_000;

/** Bulk changes, newest first, with the progress of running ones. */
export function RecentChanges() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const jobs = useReadPages(
    priceRoutes.changes,
    { params: { store }, query: { limit: 10 } },
    { everyMs: isRunning ? POLL_MS : false },
  );
  const runs = jobs.items?.some(({ progress }) => progress.state === 'running') ?? false;
  useEffect(() => {
    setRunning(runs);
    // Prices changed by the run are reloaded wherever they are shown.
    if (!runs) void reloadRoutes(client, [priceRoutes.list]);
  }, [runs, client]);
  const columns: Column<PriceChangeJob>[] = [
    {
      key: 'what',
      title: t('changes.what'),
      cell: (job) => `${t(`changes.targets.${job.target}`)}: ${changeOf(job)}`,
    },
    { key: 'products', title: t('changes.products'), cell: (job) => t(`changes.by.${job.products}`) },
    { key: 'when', title: t('changes.when'), cell: ({ progress }) => <Timestamp at={progress.startedAt} /> },
    { key: 'state', title: t('changes.state'), cell: ({ progress }) => <State progress={progress} /> },
  ];
  return (
    <DataTable
      label={t('changes.recent')}
      columns={columns}
      pages={jobs}
      empty={<EmptyState title={t('changes.none')} about={t('changes.noneAbout')} />}
    />
  );
}

const changeOf = ({ percentBp, amountCentavos }: PriceChangeJob): string =>
  percentBp === null
    ? `${(amountCentavos ?? 0) > 0 ? '+' : ''}${money(amountCentavos ?? 0)}`
    : signedPercent(percentBp);

function State({ progress }: { progress: PriceChangeJob['progress'] }) {
  const t = useTexts('prices');
  const { state, done, total } = progress;
  if (state === 'running') return <Progress label={t('changes.states.running')} done={done} total={total} />;
  if (state === 'failed') return <StatusBadge tone="bad">{t('changes.states.failed')}</StatusBadge>;
  return <StatusBadge tone="good">{t('changes.states.done', { total: number(total) })}</StatusBadge>;
}
