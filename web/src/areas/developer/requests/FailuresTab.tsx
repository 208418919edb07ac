import { Anchor, Code, Text } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { requestRoutes, type RequestFailure } from '@commerce/console-api/routes/requests.ts';
import { useRead, useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { useAppIds } from '../use-developer.ts';
import { FailureFilters, useFailureQuery } from './FailureFilters.tsx';

const POLL_MS = 5_000;

/** Errors of the last 7 days, with their filters in the URL. */
export function FailuresTab() {
  const t = useTexts('requests');
  const params = useAppIds();
  const query = useFailureQuery();
  const failures = useReadPages(requestRoutes.list, { params, query }, { everyMs: POLL_MS });
  const stats = useRead(requestRoutes.stats, { params, query: { period: 'week' } });
  const routes = stats.data?.routes ?? [];
  const omitted = routes.reduce((sum, each) => sum + each.omitted, 0);
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <>
      <FailureFilters routes={routes.map(({ route }) => route)} />
      <DataTable
        label={t('tab.errors')}
        columns={useColumns()}
        pages={failures}
        empty={
          <EmptyState
            icon={<IconApi />}
            title={filtered ? t('list.none') : t('list.empty')}
            about={filtered ? t('list.noneAbout') : t('list.emptyAbout')}
          />
        }
      />
      {omitted === 0 ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {t('list.omitted', { count: omitted, shown: number(omitted) })}
        </Text>
      )}
    </>
  );
}

function useColumns(): Column<RequestFailure>[] {
  const t = useTexts('requests');
  const { developer, app } = useAppIds();
  const [, setStore] = useFilter('store');
  return [
    {
      key: 'route',
      title: t('list.route'),
      cell: ({ id, route }) => (
        <RowTitle to={`/developers/${developer}/apps/${app}/requests/${id}`}>{route}</RowTitle>
      ),
    },
    { key: 'status', title: t('list.status'), cell: ({ status }) => status, end: true },
    {
      key: 'error',
      title: t('list.error'),
      cell: ({ code, reason, field }) => (
        <>
          <Code>{code}</Code>
          {reason === '' ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {field === '' ? reason : `${reason} · ${field}`}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'store',
      title: t('list.store'),
      cell: ({ storeId, storeName }) =>
        storeId === '' ? (
          '—'
        ) : (
          <Anchor component="button" type="button" inherit ta="start" onClick={() => setStore(storeId)}>
            {storeName || storeId}
          </Anchor>
        ),
    },
    {
      key: 'ms',
      title: t('list.duration'),
      cell: ({ durationMs }) => `${durationMs} ms`,
      end: true,
      priority: 2,
    },
    { key: 'at', title: t('list.at'), cell: ({ at }) => <Timestamp exact at={at} /> },
    {
      key: 'id',
      title: t('list.requestId'),
      cell: ({ requestId }) => <Code>{requestId.length > 13 ? `${requestId.slice(0, 8)}…` : requestId}</Code>,
      priority: 2,
    },
  ];
}
