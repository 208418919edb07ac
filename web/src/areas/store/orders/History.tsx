import { Button, Group, Text, Textarea, Timeline } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCoin,
  IconNote,
  IconPencil,
  IconPlus,
  IconReceiptRefund,
  IconStatusChange,
  IconTruck,
} from '@tabler/icons-react';
import type { HistoryEntry, OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useReadPages } from '../../../lib/api.ts';
import { money } from '../../../lib/format.ts';
import { useForm } from '../../../lib/form.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Card } from './Card.tsx';
import { labelOf, useFlow, type Step } from './labels.ts';
import { useOrderAct } from './use-order-act.ts';

const ICONS: Record<string, typeof IconNote> = {
  created: IconPlus,
  status: IconStatusChange,
  payment: IconCoin,
  refund: IconReceiptRefund,
  edit: IconPencil,
  return: IconArrowBackUp,
  exchange: IconArrowsExchange,
  shipping: IconTruck,
};

/** History of an order, oldest first: actor, time and notes. */
export function History({ order }: { order: OrderDetail }) {
  const may = useMay();
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const flow = useFlow();
  const pages = useReadPages(orderRoutes.history, { params: { store, order: order.id } });
  // The first entry is the creation unless the history expired (HISTORY_MONTHS).
  const isCut = pages.items !== undefined && pages.items[0]?.kind !== 'created';
  return (
    <Card title={t('history.title')}>
      {may('sell') ? <AddNote order={order} /> : null}
      {pages.error ? <ErrorState error={pages.error} retry={pages.refetch} /> : null}
      {isCut ? (
        <Text size="sm" c="dimmed" mb="md">
          {t('history.earlierHidden')}
        </Text>
      ) : null}
      <Timeline bulletSize={26} lineWidth={2} color="petrol">
        {(pages.items ?? []).map((entry, n) => {
          const Icon = ICONS[entry.kind] ?? IconNote;
          return (
            <Timeline.Item
              key={n}
              bullet={<Icon size={14} aria-hidden />}
              title={<EntryTitle entry={entry} flow={flow} />}
            >
              {entry.returned.map(({ name, quantity, restock }, index) => (
                <Text key={index} size="sm">
                  {quantity} × {name}
                  {restock ? '' : ` · ${t('history.notRestocked')}`}
                </Text>
              ))}
              {entry.notes === undefined ? null : <Text size="sm">“{entry.notes}”</Text>}
              <Text size="xs" c="dimmed">
                <Timestamp at={entry.at} /> · {entry.actorName ?? t(`history.actor.${entry.actorKind}`)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      {pages.hasMore ? (
        <Button variant="subtle" size="xs" mt="sm" onClick={pages.more} loading={pages.isReadingMore}>
          {common('table.more')}
        </Button>
      ) : null}
    </Card>
  );
}

function AddNote({ order }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const form = useForm({ initialValues: { text: '' } });
  const act = useOrderAct(orderRoutes.addNote, () => form.reset());
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((body) => act.mutate({ params: { store, order: order.id }, body }))}
    >
      <Textarea
        aria-label={t('notes.add')}
        placeholder={t('notes.placeholder')}
        maxLength={2_000}
        autosize
        minRows={1}
        {...form.getInputProps('text')}
        // After the form's own error, which it replaces.
        error={act.error ? errorText(common, act.error) : null}
        errorProps={{ role: 'alert' }}
      />
      <Group justify="space-between" mt="xs" mb="md">
        <Text size="xs" c="dimmed">
          {t('notes.about')}
        </Text>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={act.isPending}
          disabled={form.values.text.trim() === ''}
        >
          {t('notes.add')}
        </Button>
      </Group>
    </form>
  );
}

function EntryTitle({ entry, flow }: { entry: HistoryEntry; flow: readonly Step[] }) {
  const t = useTexts('orders');
  const { kind, from, to, gateway, amountCentavos } = entry;
  const by = gateway === undefined ? '' : ` (${t(`gateway.${gateway}`)})`;
  const amount = money(amountCentavos ?? 0);
  const texts: Record<string, () => string> = {
    created: () => t('history.created'),
    status: () => t('history.status', { from: labelOf(flow, from ?? ''), to: labelOf(flow, to ?? '') }),
    payment: () => {
      if (amountCentavos === undefined) return t('history.payment', { to: t(`payment.${to}`) }) + by;
      return (
        (to === 'paid'
          ? t('history.paid', { to: t('payment.paid'), amount })
          : t('history.part', { amount })) + by
      );
    },
    edit: () =>
      from === to
        ? t('history.edit')
        : t('history.editTotal', { from: money(Number(from)), to: money(Number(to)) }),
    return: () => t('history.return'),
    exchange: () =>
      to === undefined ? t('history.exchangeOf', { number: from }) : t('history.exchange', { number: to }),
    refund: () => t('history.refund', { amount }) + by,
    shipping: () => (to === undefined || to === from ? t('history.shipping') : t('history.tracking', { to })),
  };
  return (
    <Text span size="sm" fw={500}>
      {(texts[kind] ?? (() => t('history.note')))()}
    </Text>
  );
}
