import { useState } from 'react';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconEye, IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OrderSummary } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useColumnChoice } from '../../../lib/columns.ts';
import { number } from '../../../lib/format.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SavedViews } from '../../../ui/SavedViews.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { RowCheckbox } from '../../../ui/RowCheckbox.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { BulkBar } from './BulkBar.tsx';
import { useFlow } from './labels.ts';
import { OrderFilters, useOrderFilters } from './OrderFilters.tsx';
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
  const selection = useSelection(orders.items);
  const select = useSelectColumn(selection);
  const { columns, choice } = useColumnChoice('orders', [select, ...useColumns(store, setPreviewed)]);
  return (
    <>
      <PageHeader
        wide
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
      <SavedViews list="orders" />
      <OrderFilters tools={<ViewMenu choice={choice} />} />
      <BulkBar selected={selection.selected} clear={selection.clear} />
      <DataTable
        label={t('list.title')}
        columns={columns}
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

/** Maximum orders of a bulk action. */
const MAX_SELECTED = 100;

interface Selection {
  selected: OrderSummary[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  clear: () => void;
}

/** The selected orders of the list, as they are now; one that a filter hides is not selected. */
function useSelection(items: OrderSummary[] | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = (items ?? []).filter(({ id }) => ids.has(id)).slice(0, MAX_SELECTED);
  return {
    selected,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    clear: () => setIds(new Set()),
  };
}

function useSelectColumn({ has, toggle }: Selection): Column<OrderSummary> {
  const t = useTexts('orders');
  return {
    key: 'select',
    title: '',
    phone: 'lead',
    cell: ({ id, orderNumber }) => (
      <RowCheckbox
        label={t('bulk.select', { number: orderNumber })}
        checked={has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}

function useColumns(store: string, setPreviewed: (order: string) => void): Column<OrderSummary>[] {
  const t = useTexts('orders');
  const flow = useFlow();
  const buyer = (name: string | null) =>
    name ?? (
      <Text span c="dimmed" inherit>
        {t('list.unknownCustomer')}
      </Text>
    );
  return [
    {
      key: 'number',
      title: t('list.number'),
      phone: 'title',
      cell: ({ id, orderNumber }) => (
        <RowTitle to={`/stores/${store}/orders/${id}`}>{`#${orderNumber}`}</RowTitle>
      ),
    },
    {
      key: 'created',
      title: t('list.created'),
      priority: 2,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      key: 'customer',
      title: t('list.customer'),
      main: true,
      phone: 'under',
      cell: ({ customerName }) => buyer(customerName),
    },
    {
      key: 'source',
      title: t('list.source'),
      priority: 2,
      cell: ({ source }) => t(`source.${source}`),
    },
    { key: 'shop', title: t('filter.shop'), priority: 3, cell: ({ shopName }) => shopName },
    {
      key: 'payment',
      title: t('list.payment'),
      cell: ({ paymentStatus, status }) => (
        <PaymentStatus status={paymentStatus} orderStatus={status} quiet />
      ),
    },
    {
      key: 'status',
      title: t('list.status'),
      phone: 'underEnd',
      cell: ({ status }) => (
        <Text component="div" inherit truncate maw="9rem">
          <OrderStatus flow={flow} status={status} quiet />
        </Text>
      ),
    },
    {
      key: 'method',
      title: t('list.method'),
      priority: 4,
      cell: ({ methodType }) => (methodType === null ? '—' : t(`method.${methodType}`)),
    },
    {
      key: 'gateway',
      title: t('list.gateway'),
      priority: 4,
      cell: ({ paymentGateway }) => t(`gateway.${paymentGateway}`),
    },
    { key: 'units', title: t('list.units'), end: true, priority: 3, cell: ({ units }) => number(units) },
    {
      key: 'total',
      title: t('list.total'),
      phone: 'end',
      cell: ({ totalCentavos }) => <Money centavos={totalCentavos} />,
      end: true,
    },
    {
      key: 'look',
      title: '',
      cell: ({ id, orderNumber }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
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
