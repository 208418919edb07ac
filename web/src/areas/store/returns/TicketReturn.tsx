import { useState, type ReactNode } from 'react';
import { Button, Grid, Stack, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { OrderDetail, OrderPayments } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useAct } from '../../../lib/api.ts';
import { dayAndTime, money } from '../../../lib/format.ts';
import { useForm } from '../../../lib/form.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Card } from '../orders/Card.tsx';
import { OrderProblems } from '../orders/OrderProblems.tsx';
import { ReturnLines } from '../orders/ReturnLines.tsx';
import {
  heldOf,
  isWhole,
  noneReturned,
  owedAfter,
  returnedLines,
  returnedValue,
  type ReturnLine,
} from '../orders/return-value.ts';
import { REGISTER_READS } from '../register/cash.ts';
import { RefundFields, type TillGateway } from './RefundFields.tsx';
import { ReturnSlip, type CompletedReturn } from './ReturnSlip.tsx';

interface TicketReturnProps {
  order: OrderDetail;
  payments: OrderPayments;
  /** Link to the order. */
  toOrder: ReactNode;
  /** Starts over with the current order. */
  reload: () => void;
  /** Starts the next return. */
  next: () => void;
}

/** Return of items of a sale, with the refund and its slip. */
export function TicketReturn(props: TicketReturnProps) {
  const t = useTexts('returns');
  const [done, setDone] = useState<CompletedReturn | null>(null);
  if (done !== null) return <ReturnSlip done={done} onClose={props.next} />;
  if (props.order.status !== 'delivered') return <EmptyState title={t('returned')} action={props.toOrder} />;
  return <ReturnForm {...props} onDone={setDone} />;
}

interface Values {
  lines: ReturnLine[];
  notes: string;
  gateway: TillGateway;
  /** Undefined until it is typed: then it follows the lines. */
  typedCentavos: number | null | undefined;
}

function ReturnForm(props: TicketReturnProps & { onDone: (done: CompletedReturn) => void }) {
  // What the person types belongs to this version, also when another one arrives.
  const [{ order, payments }] = useState(props);
  const t = useTexts('returns');
  const { id: store } = useStore();
  const paidBy = order.payment.gateway;
  const form = useForm<Values>({
    initialValues: {
      lines: noneReturned(order),
      notes: '',
      gateway: paidBy === 'card_terminal' || paidBy === 'bank_transfer' ? paidBy : 'cash',
      typedCentavos: undefined,
    },
  });
  const { lines, gateway, typedCentavos, notes } = form.values;
  const held = heldOf(payments);
  const all = isWhole(order, lines);
  const proposed = all ? held : owedAfter(order, payments, lines);
  // Of a sale of which nothing is left, all that was paid is given back.
  const refundCentavos = all || typedCentavos === undefined ? proposed : (typedCentavos ?? 0);
  const act = useAct(orderRoutes.returnItems, {
    invalidates: [
      orderRoutes.get,
      orderRoutes.history,
      orderRoutes.list,
      orderRoutes.payments,
      ...REGISTER_READS,
    ],
    onSuccess: () =>
      props.onDone({ order, lines, valueCentavos: returnedValue(order, lines), gateway, refundCentavos }),
  });
  const send = () =>
    act.mutate({
      params: { store, order: order.id },
      body: {
        lines: returnedLines(lines),
        notes,
        ...(refundCentavos > 0 ? { refund: { gateway, amountCentavos: refundCentavos } } : {}),
        version: order.updatedAt,
      },
    });
  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <OrderProblems error={act.error} form={form} reload={props.reload} />
      <Text mb="sm">
        {t('sale', {
          number: order.orderNumber,
          at: dayAndTime(order.createdAt),
          total: money(order.totalCentavos),
        })}
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={t('items')}>
            <ReturnLines
              order={order}
              lines={lines}
              onChange={(changed) => form.setFieldValue('lines', changed)}
            />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <RefundCard
            form={form}
            order={order}
            held={held}
            isWhole={all}
            refundCentavos={refundCentavos}
            isPending={act.isPending}
          />
        </Grid.Col>
      </Grid>
    </form>
  );
}

function RefundCard({
  form,
  order,
  held,
  isWhole: isFixed,
  refundCentavos,
  isPending,
}: {
  form: UseFormReturnType<Values>;
  order: OrderDetail;
  /** Paid and not refunded, in centavos. */
  held: number;
  /** Nothing of the sale is left. */
  isWhole: boolean;
  refundCentavos: number;
  isPending: boolean;
}) {
  const t = useTexts('returns');
  const { lines, gateway } = form.values;
  return (
    <Card title={t('refund.title')}>
      <Stack gap="sm">
        <Text size="sm" aria-live="polite">
          {t('value', { amount: money(returnedValue(order, lines)) })}
        </Text>
        {held === 0 ? (
          <Text size="sm">{t('refund.nothing')}</Text>
        ) : (
          <RefundFields
            shop={order.shopId}
            held={held}
            amountCentavos={refundCentavos}
            isFixed={isFixed}
            gateway={gateway}
            onAmount={(centavos) => form.setFieldValue('typedCentavos', centavos)}
            onGateway={(value) => form.setFieldValue('gateway', value)}
          />
        )}
        <Textarea
          label={t('reason')}
          maxLength={2_000}
          autosize
          minRows={2}
          {...form.getInputProps('notes')}
        />
        <Button
          type="submit"
          size="lg"
          loading={isPending}
          disabled={lines.every(({ quantity }) => quantity === 0)}
          fullWidth
        >
          {refundCentavos > 0 ? t('save', { amount: money(refundCentavos) }) : t('saveOnly')}
        </Button>
      </Stack>
    </Card>
  );
}
