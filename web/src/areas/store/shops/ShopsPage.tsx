import { IconBuildingStore } from '@tabler/icons-react';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { When } from '../../../ui/When.tsx';

type Shop = NonNullable<ReturnType<typeof useShops>['items']>[number];

const useShops = (store: string) => useReadPages(shopRoutes.list, { params: { store } });

/** The store's branches. */
export default function ShopsPage() {
  const t = useTexts('shops');
  const { id: store } = useStore();
  const shops = useShops(store);
  const columns: Column<Shop>[] = [
    { key: 'name', title: t('list.name'), cell: (shop) => shop.name },
    { key: 'address', title: t('list.address'), cell: (shop) => addressOf(shop) },
    { key: 'phone', title: t('list.phone'), cell: (shop) => shop.phone },
    {
      key: 'status',
      title: t('list.status'),
      cell: (shop) => (
        <StatusBadge tone={shop.isActive ? 'good' : 'quiet'}>
          {shop.isActive ? t('status.active') : t('status.inactive')}
        </StatusBadge>
      ),
    },
    { key: 'updated', title: t('list.updated'), cell: (shop) => <When at={shop.updatedAt} dayOnly /> },
  ];
  return (
    <>
      <PageHeader title={t('list.title')} about={t('list.about')} />
      <DataTable
        label={t('list.title')}
        columns={columns}
        pages={shops}
        empty={
          <EmptyState icon={<IconBuildingStore />} title={t('list.empty')} about={t('list.emptyAbout')} />
        }
      />
    </>
  );
}

function addressOf({ address }: Shop): string {
  return address ? `${address.street} ${address.streetNumber}, ${address.city}` : '—';
}
