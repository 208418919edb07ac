import { useEffect, type ReactNode } from 'react';
import { Button, Group, Skeleton, Title } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { OrderSheet } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import classes from './print.module.css';

/**
 * Sheets to print, one for each order of the address: `orders/:order/…`, or `?ids=` with commas. Black on white, whatever the theme.
 */
export function PrintPage({
  title,
  none,
  sheet,
}: {
  title: string;
  /** Text when no order has a sheet. */
  none: string;
  /** The sheet of an order; null when it has none. */
  sheet: (order: OrderSheet) => ReactNode;
}) {
  const t = useTexts('orders');
  const store = useStore();
  const { order: key } = useParams();
  const [search] = useSearchParams();
  const ids = key ?? search.get('ids') ?? '';
  const read = useRead(
    orderRoutes.getMany,
    { params: { store: store.id }, query: { ids } },
    { enabled: ids !== '' },
  );
  const orders = ids === '' ? [] : read.data?.items;
  const numbers = orders?.map(({ orderNumber }) => `#${orderNumber}`).join(' ');
  useEffect(() => {
    if (numbers !== undefined) document.title = `${title} ${numbers} · ${store.name}`;
  }, [numbers, store.name, title]);
  if (orders === undefined)
    return read.error ? (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    ) : (
      <Skeleton height={360} />
    );
  const sheets = orders.map((order) => ({ id: order.id, content: sheet(order) }));
  const printed = sheets.filter(({ content }) => content !== null);
  const [only] = orders;
  return (
    <main className={classes['page']}>
      <Group justify="space-between" className={classes['noPrint']}>
        <Button
          component={Link}
          to={`/stores/${store.id}/orders${key === undefined || only === undefined ? '' : `/${only.id}`}`}
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
        >
          {key === undefined ? t('slip.backToList') : t('slip.back')}
        </Button>
        {printed.length === 0 ? null : (
          <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('slip.print')}
          </Button>
        )}
      </Group>
      {printed.length === 0 ? (
        <>
          <Title order={1} size="h3" ta="center">
            {title}
          </Title>
          <EmptyState title={none} />
        </>
      ) : null}
      {printed.map(({ id, content }) => (
        <div key={id}>{content}</div>
      ))}
    </main>
  );
}
