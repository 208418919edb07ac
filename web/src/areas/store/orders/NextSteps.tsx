import { useState } from 'react';
import { Button, List, Stack, Text } from '@mantine/core';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { Link } from 'react-router';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/call.ts';
import { money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ActDialog } from './ActDialog.tsx';
import { Card } from './Card.tsx';
import { isOpen, labelOf, type Step } from './labels.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { heldOf } from './return-value.ts';
import { useOrderAct } from './use-order-act.ts';

type End = 'cancelled' | 'rejected';

/** Possible transitions of an order: the later steps of the flow, and the unsuccessful ends. */
export function NextSteps({ order, flow }: { order: OrderDetail; flow: readonly Step[] }) {
  const t = useTexts('orders');
  const [to, moveTo] = useState<string | null>(null);
  const [end, endAs] = useState<End | null>(null);
  const { id: store } = useStore();
  const index = flow.findIndex(({ status }) => status === order.status);
  const later = isOpen(order.status) ? flow.slice(index + 1).filter(({ kind }) => kind !== 'closed_bad') : [];
  const ends: End[] = isOpen(order.status)
    ? order.status === 'pending'
      ? ['rejected', 'cancelled']
      : ['cancelled']
    : [];
  const takesBack = ['shipped', 'delivered'].includes(order.status);
  return (
    <Card title={t('steps.title')}>
      {later.length === 0 && ends.length === 0 && !takesBack ? (
        <Text size="sm" c="dimmed">
          {t('steps.none', { status: labelOf(flow, order.status) })}
        </Text>
      ) : null}
      <Stack gap="xs">
        {later.map(({ status, label }, n) => (
          <Button
            key={status}
            variant={n === 0 ? 'filled' : 'default'}
            onClick={() => moveTo(status)}
            fullWidth
          >
            {t('steps.move', { status: label })}
          </Button>
        ))}
        {takesBack ? (
          <Button
            component={Link}
            to={`/stores/${store}/orders/${order.id}/return`}
            variant="default"
            fullWidth
          >
            {t('return.open')}
          </Button>
        ) : null}
        {ends.map((each) => (
          <Button
            key={each}
            variant="subtle"
            color="red"
            c="var(--mantine-color-error)"
            onClick={() => endAs(each)}
            fullWidth
          >
            {t(`end.${each}.label`)}
          </Button>
        ))}
      </Stack>
      <MoveDialog order={order} flow={flow} to={to} onClose={() => moveTo(null)} />
      <EndDialog order={order} end={end} onClose={() => endAs(null)} />
    </Card>
  );
}

/** Description of a step's effect. */
const effectOf = (to: string): string =>
  to === 'delivered' ? 'delivered' : to === 'shipped' ? 'shipped' : 'open';

function MoveDialog({
  order,
  flow,
  to,
  onClose,
}: {
  order: OrderDetail;
  flow: readonly Step[];
  to: string | null;
  onClose: () => void;
}) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const params = { store, order: order.id };
  const [notes, setNotes] = useState('');
  const done = () => {
    setNotes('');
    onClose();
  };
  const move = useOrderAct(orderRoutes.setStatus, done);
  const payments = useRead(orderRoutes.payments, { params });
  const [isPaying, askPayment] = useState(false);
  const close = () => {
    move.reset();
    done();
  };
  const status = to ?? order.status;
  const send = () => move.mutate({ params, body: { status, notes } });
  const needsPayment =
    move.error instanceof ApiError &&
    move.error.has('payment_confirmation_required') &&
    order.payment?.status !== 'paid';
  return (
    <>
      <ActDialog
        opened={to !== null && !isPaying}
        onClose={close}
        title={t('steps.move', { status: labelOf(flow, status) })}
        about={t(`steps.effect.${effectOf(status)}`)}
        label={t('steps.confirm', { status: labelOf(flow, status) })}
        notesLabel={t('notes.label')}
        keptNotes={[notes, setNotes]}
        act={needsPayment ? { isPending: move.isPending, error: undefined } : move}
        onConfirm={send}
      >
        {needsPayment ? (
          <Stack gap="xs" role="alert">
            <Text size="sm" fw={600}>
              {t('payments.needed')}
            </Text>
            <Button variant="light" disabled={payments.data === undefined} onClick={() => askPayment(true)}>
              {t('payments.note')}
            </Button>
          </Stack>
        ) : null}
      </ActDialog>
      {payments.data === undefined ? null : (
        <PaymentDialog
          order={order}
          payments={payments.data}
          opened={isPaying}
          onClose={() => askPayment(false)}
        />
      )}
    </>
  );
}

function EndDialog({ order, end, onClose }: { order: OrderDetail; end: End | null; onClose: () => void }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const act = useOrderAct(orderRoutes.end, onClose);
  const payments = useRead(orderRoutes.payments, { params: { store, order: order.id } }).data;
  const held = payments === undefined ? 0 : heldOf(payments);
  const as = end ?? 'cancelled';
  const close = () => {
    act.reset();
    onClose();
  };
  return (
    <ActDialog
      opened={end !== null}
      onClose={close}
      title={t(`end.${as}.title`, { number: order.orderNumber })}
      about={t(`end.${as}.about`)}
      label={t(`end.${as}.label`)}
      destructive
      notesLabel={t('notes.reason')}
      act={act}
      onConfirm={(notes) =>
        act.mutate({ params: { store, order: order.id }, body: { as, notes, version: order.updatedAt } })
      }
    >
      <List size="sm" aria-label={t('lines.title')}>
        {order.lineItems.map((line, n) => (
          <List.Item key={n}>
            {line.quantity} × {line.name}
          </List.Item>
        ))}
      </List>
      {held > 0 ? (
        <Text size="sm" fw={600}>
          {t('end.refund', { amount: money(held) })}
        </Text>
      ) : null}
    </ActDialog>
  );
}
