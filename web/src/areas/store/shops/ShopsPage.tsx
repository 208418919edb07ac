import { Button } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

type Shop = AnswerOf<typeof shopRoutes.get>;

export default function ShopsPage() {
  const t = useTexts('shops');
  const { id: store } = useStore();
  const may = useMay();
  const shops = useReadPages(shopRoutes.list, { params: { store } });
  const columns: Column<Shop>[] = [
    {
      key: 'name',
      title: t('list.name'),
      phone: 'title',
      cell: (shop) => <RowTitle to={shop.id}>{shop.name}</RowTitle>,
    },
    { key: 'address', title: t('list.address'), phone: 'under', cell: addressOf },
    { key: 'phone', title: t('list.phone'), priority: 2, cell: (shop) => shop.phone || '—' },
    {
      key: 'status',
      phone: 'end',
      title: t('list.status'),
      cell: (shop) => (
        <StatusBadge tone={shop.isActive ? 'plain' : 'quiet'}>
          {shop.isActive ? t('status.active') : t('status.inactive')}
        </StatusBadge>
      ),
    },
    {
      key: 'updated',
      title: t('list.updated'),
      priority: 3,
      cell: (shop) => <Timestamp at={shop.updatedAt} dayOnly />,
    },
  ];
  const add = may('settings') ? (
    <Button component={Link} to="new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('list.add')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader wide title={t('list.title')} about={t('list.about')} actions={add} />
      <DataTable
        label={t('list.title')}
        columns={columns}
        pages={shops}
        empty={
          <EmptyState
            icon={<IconBuildingStore />}
            title={t('list.empty')}
            about={t('list.emptyAbout')}
            action={add}
          />
        }
      />
    </>
  );
}

function addressOf({ address }: Shop): string {
  const { street = '', streetNumber = 0, city = '' } = address ?? {};
  const streetLine = [street, streetNumber === 0 ? '' : String(streetNumber)]
    .filter((part) => part !== '')
    .join(' ');
  return [streetLine, city].filter((part) => part !== '').join(', ') || '—';
}
