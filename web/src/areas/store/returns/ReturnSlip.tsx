import { useState } from 'react';
import { Button, Group, Portal, Text } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { dayAndTime, money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Barcode } from '../orders/Barcode.tsx';
import type { ReturnLine } from '../orders/return-value.ts';
import classes from '../pos/pos.module.css';
import type { TillGateway } from './RefundFields.tsx';

/** Completed return. */
export interface CompletedReturn {
  /** The order as it was sold. */
  order: OrderDetail;
  lines: readonly ReturnLine[];
  valueCentavos: number;
  gateway: TillGateway;
  /** 0 when no money was given back. */
  refundCentavos: number;
}

/** Completed return: the amount to give back, and the printed slip. Enter starts the next one. */
export function ReturnSlip({ done, onClose }: { done: CompletedReturn; onClose: () => void }) {
  const t = useTexts('returns');
  const pos = useTexts('pos');
  const trap = useFocusTrap();
  const { order, refundCentavos, gateway } = done;
  return (
    <Portal>
      <div className={classes['sold']} role="dialog" aria-modal aria-labelledby="returned" ref={trap}>
        <div className={classes['soldBox']}>
          <IconCircleCheck size={56} color="var(--mantine-color-petrol-7)" aria-hidden />
          <Text id="returned" component="h2" size="xl" fw={700}>
            {t('done.title', { number: order.orderNumber })}
          </Text>
          {refundCentavos > 0 ? (
            <Text className={classes['due']} role="status">
              {t('done.give', { amount: money(refundCentavos), gateway: pos(`gateway.${gateway}`) })}
            </Text>
          ) : null}
          <Group mt="md" justify="center">
            <Button
              variant="default"
              size="lg"
              leftSection={<IconPrinter size={20} />}
              onClick={() => window.print()}
            >
              {t('done.print')}
            </Button>
            <Button size="lg" onClick={onClose} data-autofocus>
              {t('done.next')}
            </Button>
          </Group>
        </div>
        <Paper done={done} />
      </div>
    </Portal>
  );
}

/** Printed slip: 80 mm wide, black on white. */
function Paper({
  done: { order, lines, valueCentavos, gateway, refundCentavos },
}: {
  done: CompletedReturn;
}) {
  const t = useTexts('returns');
  const pos = useTexts('pos');
  const { name } = useStore();
  const [at] = useState(() => new Date().toISOString());
  const returned = order.lineItems.flatMap((line, n) => {
    const { quantity } = lines[n]!;
    return quantity === 0 ? [] : [{ ...line, quantity }];
  });
  return (
    <div className={classes['paper']} aria-hidden>
      <h1>{name}</h1>
      <p>
        {order.shopName}
        <br />
        {dayAndTime(at)}
        <br />
        {t('slip.title', { number: order.orderNumber })}
      </p>
      <table>
        <tbody>
          {returned.map((line, n) => (
            <tr key={n}>
              <td>
                {line.quantity} × {line.name}
              </td>
              <td>{money(line.quantity * line.unitPriceCentavos)}</td>
            </tr>
          ))}
          <tr className={classes['paperTotal']}>
            <td>{t('slip.value')}</td>
            <td>{money(valueCentavos)}</td>
          </tr>
          {refundCentavos > 0 ? (
            <tr>
              <td>{t('slip.refund', { gateway: pos(`gateway.${gateway}`) })}</td>
              <td>{money(refundCentavos)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <p>{t('slip.signature')}</p>
      <Barcode value={order.orderNumber} className={classes['paperCode']} />
      <p>{pos('sold.notInvoice')}</p>
    </div>
  );
}
