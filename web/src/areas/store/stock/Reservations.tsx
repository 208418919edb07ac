import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { stockRoutes, type StockLine } from '@commerce/console-api/routes/stock.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

type Reservation = AnswerOf<typeof stockRoutes.reservations>['items'][number];

/** Orders that reserve a product or variant. */
export function Reservations({ line }: { line: StockLine }) {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const may = useMay();
  const query = { shop: line.shopId, product: line.productId, variant: line.variantId };
  const reservations = useReadPages(stockRoutes.reservations, { params: { store }, query });
  const columns: Column<Reservation>[] = [
    {
      key: 'order',
      title: t('reservations.order'),
      cell: ({ orderId }) =>
        may('seeOrders') ? (
          <Anchor component={Link} to={`/stores/${store}/orders/${orderId}`} inherit>
            {t('reservations.see')}
          </Anchor>
        ) : (
          t('reservations.oneOrder')
        ),
    },
    { key: 'quantity', title: t('reservations.quantity'), end: true, cell: (each) => number(each.quantity) },
    {
      key: 'until',
      title: t('reservations.until'),
      cell: (each) =>
        each.expiresAt === undefined ? t('reservations.kept') : <Timestamp at={each.expiresAt} />,
    },
  ];
  return (
    <DataTable
      label={t('drawer.reservations')}
      columns={columns}
      pages={reservations}
      empty={
        <EmptyState icon={<IconLock />} title={t('reservations.none')} about={t('reservations.noneAbout')} />
      }
    />
  );
}
