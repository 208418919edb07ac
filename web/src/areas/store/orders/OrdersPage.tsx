import { useState } from 'react';
import { ActionIcon, Anchor, Button, Text } from '@mantine/core';
import { IconEye, IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { orderRoutes, type OrderSummary } from '@commerce/console-api/routes/orders.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useFlow } from './labels.ts';
import { OrderFilters, useOrderFilters } from './OrderFilters.tsx';
import classes from './orders.module.css';
import { QuickLook } from './QuickLook.tsx';
import { OrderStatus, PaymentStatus } from './StatusBadges.tsx';

/** The store's orders, newest first. */
export default function OrdersPage() {
  const t = useTexts('orders');
  const may = useMay();
  const { id: store } = useStore();
  const { query, isFiltered } = useOrderFilters();
  const orders = useReadPages(orderRoutes.list, { params: { store }, query });
  const [previewed, setPreviewed] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title={t('list.title')}
        about={t('list.about')}
        actions={
          may('sell') ? (
            <Button component={Link} to={`/stores/${store}/orders/new`} leftSection={<IconPlus size={16} />}>
              {t('list.new')}
            </Button>
          ) : null
        }
      />
      <OrderFilters />
      <DataTable
        label={t('list.title')}
        columns={useColumns(store, setPreviewed)}
        pages={orders}
        empty={
          <EmptyState
            icon={<IconReceipt size={24} />}
            title={isFiltered ? t('list.none') : t('list.empty')}
            about={isFiltered ? t('list.noneAbout') : t('list.emptyAbout')}
          />
        }
      />
      <QuickLook order={previewed} onClose={() => setPreviewed(null)} />
    </>
  );
}

function useColumns(store: string, setPreviewed: (order: string) => void): Column<OrderSummary>[] {
  const t = useTexts('orders');
  const flow = useFlow();
  return [
    {
      key: 'number',
      title: t('list.number'),
      cell: ({ id, orderNumber }) => (
        <Anchor component={Link} to={`/stores/${store}/orders/${id}`} fw={600} size="sm">
          #{orderNumber}
        </Anchor>
      ),
    },
    {
      key: 'created',
      title: t('list.created'),
      cell: ({ createdAt }) => (
        <span className={classes['whole']}>
          <Timestamp at={createdAt} dayOnly />
        </span>
      ),
    },
    {
      key: 'customer',
      title: t('list.customer'),
      cell: ({ customerName }) =>
        customerName ?? (
          <Text span c="dimmed" inherit>
            {t('list.unknownCustomer')}
          </Text>
        ),
    },
    {
      key: 'source',
      title: t('list.source'),
      minor: true,
      cell: ({ source, shopName }) => (
        <span>
          {t(`source.${source}`)}
          <Text span c="dimmed" size="xs" display="block">
            {shopName}
          </Text>
        </span>
      ),
    },
    {
      key: 'payment',
      title: t('list.payment'),
      cell: ({ paymentStatus, status }) => <PaymentStatus status={paymentStatus} orderStatus={status} />,
    },
    {
      key: 'status',
      title: t('list.status'),
      cell: ({ status }) => <OrderStatus flow={flow} status={status} />,
    },
    {
      key: 'total',
      title: t('list.total'),
      cell: ({ totalCentavos }) => <Money centavos={totalCentavos} />,
      end: true,
    },
    {
      key: 'look',
      title: '',
      cell: ({ id, orderNumber }) => (
        <ActionIcon
          variant="subtle"
          aria-label={t('list.look', { number: orderNumber })}
          onClick={() => setPreviewed(id)}
        >
          <IconEye size={18} />
        </ActionIcon>
      ),
      end: true,
    },
  ];
}
