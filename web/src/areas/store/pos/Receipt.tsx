import { useEffect } from 'react';
import { Button, Group, Portal, Text } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconCircleCheck, IconCloudUpload, IconPrinter } from '@tabler/icons-react';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { dayAndTime, money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { Barcode } from '../orders/Barcode.tsx';
import classes from './pos.module.css';
import type { CompletedSale } from './use-sale.ts';
import type { SaleBody } from './waiting.ts';

/** Paid sale: the change, and the printed receipt of one that was made. Enter starts the next one. */
export function Receipt({ sold, onClose }: { sold: CompletedSale; onClose: () => void }) {
  const { order, body, changeCentavos } = sold;
  const t = useTexts('pos');
  const trap = useFocusTrap();
  useEffect(() => {
    const escape = (event: KeyboardEvent) => (event.key === 'Escape' ? onClose() : undefined);
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [onClose]);
  return (
    <Portal>
      <div className={classes['sold']} role="dialog" aria-modal aria-labelledby="sold" ref={trap}>
        <div className={classes['soldBox']}>
          {order === null ? (
            <IconCloudUpload size={56} aria-hidden />
          ) : (
            <IconCircleCheck size={56} color="var(--mantine-color-petrol-7)" aria-hidden />
          )}
          <Text id="sold" component="h2" size="xl" fw={700}>
            {order === null ? t('waiting.title') : t('sold.title', { number: order.orderNumber })}
          </Text>
          {order === null ? <Text maw={420}>{t('waiting.about')}</Text> : null}
          <Text size="lg">
            <Money centavos={body.expectedTotalCentavos} />
          </Text>
          {changeCentavos > 0 ? (
            <Text className={classes['change']} role="status">
              {t('sold.change')} <Money centavos={changeCentavos} />
            </Text>
          ) : null}
          <Group mt="md" justify="center">
            {order === null ? null : (
              <Button
                variant="default"
                size="lg"
                leftSection={<IconPrinter size={20} />}
                onClick={() => window.print()}
              >
                {t('sold.print')}
              </Button>
            )}
            <Button size="lg" onClick={onClose} data-autofocus>
              {t('sold.next')}
            </Button>
          </Group>
        </div>
        {order === null ? null : (
          <Paper order={order} payments={body.payments} changeCentavos={changeCentavos} />
        )}
      </div>
    </Portal>
  );
}

/** Printed receipt: 80 mm wide, black on white. */
function Paper({
  order,
  payments,
  changeCentavos,
}: {
  order: OrderDetail;
  /** The last one is that of the change. */
  payments: SaleBody['payments'];
  changeCentavos: number;
}) {
  const t = useTexts('pos');
  const { name } = useStore();
  return (
    <div className={classes['paper']} aria-hidden>
      <h1>{name}</h1>
      <p>
        {order.shopName}
        <br />
        {dayAndTime(order.createdAt)}
        <br />
        {t('sold.number', { number: order.orderNumber })}
        {order.customer === undefined ? null : (
          <>
            <br />
            {order.customer.name}
          </>
        )}
      </p>
      <table>
        <tbody>
          {order.lineItems.map((line, n) => (
            <tr key={n}>
              <td>
                {line.quantity} × {line.name}
              </td>
              <td>{money(line.totalCentavos)}</td>
            </tr>
          ))}
          {order.discountCentavos > 0 ? (
            <tr>
              <td>{t('cart.discount')}</td>
              <td>{money(-order.discountCentavos)}</td>
            </tr>
          ) : null}
          <tr className={classes['paperTotal']}>
            <td>{t('sold.total')}</td>
            <td>{money(order.totalCentavos)}</td>
          </tr>
          {payments.map(({ gateway, amountCentavos }, n) => (
            <tr key={n}>
              <td>{t(`gateway.${gateway}`)}</td>
              <td>{money(n === payments.length - 1 ? amountCentavos + changeCentavos : amountCentavos)}</td>
            </tr>
          ))}
          {changeCentavos === 0 ? null : (
            <tr>
              <td>{t('sold.change')}</td>
              <td>{money(changeCentavos)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <Barcode value={order.orderNumber} className={classes['paperCode']} />
      <p>{t('sold.thanks')}</p>
      <p>{t('sold.notInvoice')}</p>
    </div>
  );
}
