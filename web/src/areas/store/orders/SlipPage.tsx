import { useEffect } from 'react';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { dayAndTime, money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { shownPayment } from './labels.ts';
import classes from './orders.module.css';
import { addressText } from './ShippingCard.tsx';

/** Printable packing slip of an order. Black on white, whatever the theme. */
export default function SlipPage() {
  const t = useTexts('orders');
  const store = useStore();
  const { order: key = '' } = useParams();
  const read = useRead(orderRoutes.get, { params: { store: store.id, order: key } });
  const order = read.data?.order;
  useEffect(() => {
    if (order !== undefined)
      document.title = `${t('detail.title', { number: order.orderNumber })} · ${store.name}`;
  }, [order, store.name, t]);
  if (order === undefined)
    return read.error ? (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    ) : (
      <Skeleton height={360} />
    );
  return (
    <main className={classes['slip']}>
      <Group justify="space-between" mb="lg" className={classes['noPrint']}>
        <Button
          component={Link}
          to={`/stores/${store.id}/orders/${order.id}`}
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
        >
          {t('slip.back')}
        </Button>
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('slip.print')}
        </Button>
      </Group>
      <Slip order={order} storeName={store.name} />
    </main>
  );
}

function Slip({ order, storeName }: { order: OrderDetail; storeName: string }) {
  const t = useTexts('orders');
  const { shipping, customer } = order;
  return (
    <>
      <h1>{t('detail.title', { number: order.orderNumber })}</h1>
      <p>
        <strong>{storeName}</strong> · {order.shopName}
        <br />
        {dayAndTime(order.createdAt)}
      </p>
      {customer === undefined ? null : (
        <p>
          <strong>{t('customer.title')}:</strong> {customer.name} · {customer.phone}
        </p>
      )}
      {shipping === undefined ? null : (
        <p>
          <strong>{t(`method.${shipping.methodType}`)}:</strong> {shipping.methodName}
          <br />
          {shipping.recipientName} · {shipping.recipientPhone} · {shipping.recipientDocument}
          <br />
          {shipping.address === undefined ? null : addressText(shipping.address)}
          <br />
          {shipping.address?.notes}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>{t('lines.quantity')}</th>
            <th>{t('lines.product')}</th>
            <th>{t('slip.sku')}</th>
            <th className={classes['end']}>{t('lines.total')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lineItems.map((line, n) => (
            <tr key={n}>
              <td>{line.quantity}</td>
              <td>{line.name}</td>
              <td>{line.sku}</td>
              <td className={classes['end']}>{money(line.totalCentavos)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {order.discountCentavos > 0 ? (
            <tr>
              <td colSpan={3}>{t('lines.discount')}</td>
              <td className={classes['end']}>{money(-order.discountCentavos)}</td>
            </tr>
          ) : null}
          {shipping === undefined ? null : (
            <tr>
              <td colSpan={3}>{t('lines.shipping')}</td>
              <td className={classes['end']}>{money(shipping.priceCentavos)}</td>
            </tr>
          )}
          <tr>
            <th colSpan={3} scope="row">
              {t('lines.total')}
            </th>
            <th className={classes['end']}>{money(order.totalCentavos)}</th>
          </tr>
        </tfoot>
      </table>
      <p>
        {t('payments.title')}: {t(`gateway.${order.payment.gateway}`)} ·{' '}
        {t(`payment.${shownPayment(order.payment.status, order.status)}`)}
      </p>
    </>
  );
}
