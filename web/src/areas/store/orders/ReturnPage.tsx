import { useState } from 'react';
import { Button, Grid, NativeSelect, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link, useNavigate, useParams } from 'react-router';
import type { OrderDetail, OrderPayments } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { money } from '../../../lib/format.ts';
import { useForm } from '../../../lib/form.ts';
import { PRICE } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { OrderProblems } from './OrderProblems.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card } from './Card.tsx';
import { REFUND_GATEWAYS, type RefundGateway } from './RefundDialog.tsx';
import { ReturnLines } from './ReturnLines.tsx';
import {
  heldOf,
  isWhole,
  noneReturned,
  owedAfter,
  returnedLines,
  returnedValue,
  type ReturnLine,
} from './return-value.ts';
import { useOrderAct } from './use-order-act.ts';

/** Items of a shipped or delivered order that came back. */
export default function ReturnPage() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const { order: key = '' } = useParams();
  const read = useRead(orderRoutes.get, { params: { store, order: key } });
  const payments = useRead(orderRoutes.payments, { params: { store, order: key } });
  // Another round starts over with the current order.
  const [round, startRound] = useState(0);
  const reload = async () => {
    await Promise.all([read.refetch(), payments.refetch()]);
    startRound(round + 1);
  };
  const order = read.data?.order;
  const error = read.error ?? payments.error;
  if (order === undefined || payments.data === undefined) {
    if (error) return <ErrorState error={error} retry={() => void read.refetch()} />;
    return (
      <>
        <PageHeader title={t('return.loading')} />
        <Skeleton height={360} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('return.title', { number: order.orderNumber })} about={t('return.about')} />
      {['shipped', 'delivered'].includes(order.status) ? (
        <ReturnForm key={round} order={order} payments={payments.data} reload={() => void reload()} />
      ) : (
        <EmptyState
          title={t('return.notYet')}
          action={
            <Button component={Link} to={`/stores/${store}/orders/${order.id}`} variant="default">
              {t('slip.back')}
            </Button>
          }
        />
      )}
    </>
  );
}

interface Values {
  lines: ReturnLine[];
  notes: string;
  refunds: boolean;
  gateway: RefundGateway;
  /** Undefined until it is typed: then it follows the lines. */
  typedCentavos: number | null | undefined;
}

type Form = UseFormReturnType<Values>;

function ReturnForm(props: { order: OrderDetail; payments: OrderPayments; reload: () => void }) {
  // What the person types belongs to this version, also when another one arrives.
  const [{ order, payments }] = useState(props);
  const t = useTexts('orders');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const [exchanges, setExchanges] = useState(false);
  const paidBy = order.payment.gateway;
  const to = `/stores/${store}/orders/${order.id}`;
  const form: Form = useForm<Values>({
    initialValues: {
      lines: noneReturned(order),
      notes: '',
      refunds: false,
      gateway: paidBy === 'credit_account' ? 'cash' : paidBy,
      typedCentavos: undefined,
    },
  });
  const act = useOrderAct(
    orderRoutes.returnItems,
    () => void navigate(exchanges ? `/stores/${store}/orders/new?exchange=${order.id}` : to),
  );
  const { lines, refunds, gateway, typedCentavos, notes } = form.values;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const held = heldOf(payments);
  const proposed = owedAfter(order, payments, lines);
  const amountCentavos = typedCentavos === undefined ? proposed : (typedCentavos ?? 0);
  const gives = refunds && !isWhole(order, lines) && amountCentavos > 0;
  const send = () =>
    act.mutate({
      params: { store, order: order.id },
      body: {
        lines: returnedLines(lines),
        notes,
        ...(gives ? { refund: { gateway, amountCentavos } } : {}),
        version: order.updatedAt,
      },
    });
  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <OrderProblems error={act.error} form={form} reload={props.reload} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Card title={t('return.items')}>
            <ReturnLines
              order={order}
              lines={lines}
              onChange={(changed) => form.setFieldValue('lines', changed)}
            />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Card title={t('return.summary')}>
            <Stack gap="sm">
              <Text size="sm" aria-live="polite">
                {isWhole(order, lines)
                  ? t('return.whole')
                  : t('return.value', { amount: money(returnedValue(order, lines)) })}
              </Text>
              {held > 0 && !isWhole(order, lines) ? (
                <Switch
                  label={t('return.refund')}
                  checked={refunds}
                  onChange={(event) => form.setFieldValue('refunds', event.currentTarget.checked)}
                />
              ) : null}
              {refunds && !isWhole(order, lines) ? (
                <RefundFields form={form} held={held} amountCentavos={amountCentavos} />
              ) : null}
              <Textarea
                label={t('notes.reason')}
                description={t('notes.about')}
                maxLength={2_000}
                autosize
                minRows={2}
                {...form.getInputProps('notes')}
              />
              <Switch
                label={t('return.exchange')}
                description={t('return.exchangeAbout')}
                checked={exchanges}
                onChange={(event) => setExchanges(event.currentTarget.checked)}
              />
              <Button type="submit" loading={act.isPending} disabled={units === 0} fullWidth>
                {t('return.save')}
              </Button>
              <Button component={Link} to={to} variant="default" fullWidth>
                {t('end.back')}
              </Button>
            </Stack>
          </Card>
        </Grid.Col>
      </Grid>
    </form>
  );
}

function RefundFields({
  form,
  held,
  amountCentavos,
}: {
  form: Form;
  /** Paid and not refunded, in centavos. */
  held: number;
  amountCentavos: number;
}) {
  const t = useTexts('orders');
  return (
    <>
      <MoneyInput
        label={t('payments.amount')}
        description={t('payments.refundLimit', { amount: money(held) })}
        rule={{ ...PRICE, min: 0, max: held }}
        value={amountCentavos}
        onChange={(centavos) => form.setFieldValue('typedCentavos', centavos)}
      />
      <NativeSelect
        label={t('payments.refundGateway')}
        data={REFUND_GATEWAYS.map((value) => ({ value, label: t(`gateway.${value}`) }))}
        {...form.getInputProps('gateway')}
      />
    </>
  );
}
