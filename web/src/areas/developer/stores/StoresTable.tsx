import { IconBuildingStore } from '@tabler/icons-react';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useRead, type Pages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { useDeveloper } from '../use-developer.ts';

type Store = AnswerOf<typeof developerRoutes.createStore>;

/** Maximum number of test stores. */
export const MAX_STORES = 5;

/** Test stores as a list with a single page. */
export function useStores(): Pages<Store> {
  const developer = useDeveloper();
  const { data, error, isPending, refetch } = useRead(developerRoutes.listStores, { params: { developer } });
  return {
    items: data?.items,
    isPending,
    isStale: false,
    error,
    refetch: () => void refetch(),
    hasMore: false,
    isReadingMore: false,
    more: () => undefined,
  };
}

export function StoresTable() {
  const t = useTexts('developer');
  const developer = useDeveloper();
  const columns: Column<Store>[] = [
    {
      key: 'name',
      title: t('stores.name'),
      cell: (store) => <RowTitle to={`/stores/${store.id}`}>{store.name}</RowTitle>,
    },
    {
      key: 'sandbox',
      title: t('sandbox.data'),
      cell: (store) => (
        <Anchor component={Link} to={`/developers/${developer}/stores/${store.id}`} inherit>
          {t('sandbox.manage')}
        </Anchor>
      ),
    },
    { key: 'owner', title: t('stores.owner'), cell: (store) => store.ownerEmail || '—' },
    { key: 'apps', title: t('stores.apps'), cell: (store) => number(store.installedApps), end: true },
    {
      key: 'created',
      title: t('stores.created'),
      cell: (store) => <Timestamp at={store.createdAt} dayOnly />,
    },
  ];
  return (
    <DataTable
      label={t('stores.title')}
      columns={columns}
      pages={useStores()}
      empty={
        <EmptyState icon={<IconBuildingStore />} title={t('stores.empty')} about={t('stores.emptyAbout')} />
      }
    />
  );
}
