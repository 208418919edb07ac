import { Anchor } from '@mantine/core';
import type { RequestCounts } from '@commerce/console-api/routes/requests.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';

type Row = RequestCounts & { id: string };

const totalOf = ({ succeeded, refused, failed }: RequestCounts): number => succeeded + refused + failed;

/** Counts of each route, those with most requests first. */
export function RouteTable({
  routes,
  choose,
}: {
  routes: (RequestCounts & { route: string })[];
  choose: (route: string) => void;
}) {
  const t = useTexts('requests');
  const items = routes
    .map(({ route, ...counts }) => ({ id: route, ...counts }))
    .toSorted((a, b) => totalOf(b) - totalOf(a));
  const columns: Column<Row>[] = [
    {
      key: 'route',
      title: t('list.route'),
      cell: ({ id }) => (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => choose(id)}>
          {id}
        </Anchor>
      ),
    },
    { key: 'all', title: t('figures.requests'), cell: (row) => number(totalOf(row)), end: true },
    { key: '4xx', title: '4xx', cell: ({ refused }) => number(refused), end: true },
    { key: '5xx', title: '5xx', cell: ({ failed }) => number(failed), end: true },
    { key: 'p95', title: 'p95', cell: ({ durationMsP95 }) => `${number(durationMsP95)} ms`, end: true },
  ];
  const pages = {
    items,
    isPending: false,
    isStale: false,
    error: null,
    refetch: () => undefined,
    hasMore: false,
    isReadingMore: false,
    more: () => undefined,
  };
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
      <DataTable label={t('figures.routes')} columns={columns} pages={pages} empty={null} />
    </div>
  );
}
