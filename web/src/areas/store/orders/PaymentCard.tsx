import { useState } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import type { OrderDetail, OrderPayments } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Card, Facts } from './Card.tsx';
import { dueOf, isUnsuccessful } from './labels.ts';
import classes from './orders.module.css';
import { PaymentDialog } from './PaymentDialog.tsx';
import { heldOf } from './return-value.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { PaymentStatus } from './StatusBadges.tsx';

/** Payments of an order, and the forms to record a payment or a refund. */
export function PaymentCard({ order }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const may = useMay();
  const { id: store } = useStore();
  const read = useRead(orderRoutes.payments, { params: { store, order: order.id } });
  const [dialog, open] = useState<'payment' | 'refund' | null>(null);
  const payments = read.data;
  const { gateway, status } = order.payment;
  const facts: [string, React.ReactNode][] = [
    [t('payments.gateway'), t(`gateway.${gateway}`)],
    [t('payments.status'), <PaymentStatus key="status" status={status} orderStatus={order.status} />],
    [t('lines.total'), <Money key="total" centavos={order.totalCentavos} />],
  ];
  return (
    <Card title={t('payments.title')}>
      <Facts facts={payments === undefined ? facts : [...facts, ...moneyFacts(order, payments, t)]} />
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : null}
      {payments === undefined ? null : <Entries payments={payments} />}
      {payments !== undefined && may('sell') ? (
        <Stack gap="xs" mt="md">
          {takesPayment(order, payments) ? (
            <Button variant="light" fullWidth onClick={() => open('payment')}>
              {t('payments.note')}
            </Button>
          ) : null}
          {heldOf(payments) > 0 ? (
            <Button variant="default" fullWidth onClick={() => open('refund')}>
              {t('payments.refundButton')}
            </Button>
          ) : null}
        </Stack>
      ) : null}
      {payments === undefined ? null : (
        <>
          <PaymentDialog
            order={order}
            payments={payments}
            opened={dialog === 'payment'}
            onClose={() => open(null)}
          />
          <RefundDialog
            order={order}
            held={heldOf(payments)}
            owed={Math.max(-payments.balanceCentavos, 0)}
            opened={dialog === 'refund'}
            onClose={() => open(null)}
          />
        </>
      )}
    </Card>
  );
}

/** A paid order can owe again after a refund, which may have been recorded by mistake. */
const takesPayment = ({ payment, status }: OrderDetail, { balanceCentavos }: OrderPayments): boolean =>
  !isUnsuccessful(status) && (payment.status !== 'paid' || balanceCentavos > 0);

/** Amounts that differ from the plain case of one payment of the total. */
function moneyFacts(
  order: OrderDetail,
  { paidCentavos, refundedCentavos, balanceCentavos }: OrderPayments,
  t: ReturnType<typeof useTexts>,
): [string, React.ReactNode][] {
  const due = dueOf(order, balanceCentavos);
  const amounts: [string, number | null][] = [
    [t('payments.paid'), paidCentavos > 0 ? paidCentavos : null],
    [t('payments.refunded'), refundedCentavos > 0 ? refundedCentavos : null],
    [t('payments.due'), due > 0 && paidCentavos > 0 ? due : null],
    [t('payments.owed'), balanceCentavos < 0 ? -balanceCentavos : null],
  ];
  return amounts.flatMap(([name, centavos]) =>
    centavos === null ? [] : [[name, <Money key={name} centavos={centavos} />]],
  );
}

function Entries({ payments: { items } }: { payments: OrderPayments }) {
  const t = useTexts('orders');
  if (items.length === 0) return null;
  return (
    <ul className={classes['entries']} aria-label={t('payments.entries')}>
      {items.map(({ kind, gateway, amountCentavos, at, actorName }, n) => (
        <li key={n}>
          <span>
            {t(`payments.${kind}`)} · {t(`gateway.${gateway}`)}
            <Text size="xs" c="dimmed">
              <Timestamp at={at} />
              {actorName === null ? null : ` · ${actorName}`}
            </Text>
          </span>
          <Money centavos={kind === 'refund' ? -amountCentavos : amountCentavos} />
        </li>
      ))}
    </ul>
  );
}
