import { useState } from 'react';
import { Alert, Button, Group, List, Paper, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OrderSummary } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { reloadRoutes } from '../../../lib/api.ts';
import { newKey } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { send } from '../../../lib/signed-out.ts';
import { useTexts } from '../../../lib/texts.ts';
import { isOpen, labelOf, nextStep, useFlow } from './labels.ts';

/** Answer for one order of a bulk action. */
interface Answer {
  id: string;
  text: string;
  isRefusal: boolean;
}

/** Actions on the selected orders of the list, with an answer for each order. */
export function BulkBar({ selected, clear }: { selected: OrderSummary[]; clear: () => void }) {
  const t = useTexts('orders');
  const may = useMay();
  const { id: store } = useStore();
  const { advance, answers, done, forget } = useAdvance(store, clear);
  const ids = selected.map(({ id }) => id).join(',');
  if (selected.length === 0 && answers.length === 0) return null;
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('bulk.title')}>
      {selected.length === 0 ? null : (
        <Group gap="sm">
          <Text size="sm" fw={600} aria-live="polite">
            {done === null
              ? t('bulk.selected', { count: selected.length })
              : t('bulk.progress', { done, count: selected.length })}
          </Text>
          {may('sell') ? (
            <Button
              size="xs"
              loading={done !== null}
              disabled={!selected.some(({ status }) => isOpen(status))}
              onClick={() => void advance(selected)}
            >
              {t('bulk.advance')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/stores/${store}/orders/slips?ids=${ids}`}
            leftSection={<IconPrinter size={14} />}
          >
            {t('bulk.slips')}
          </Button>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/stores/${store}/orders/labels?ids=${ids}`}
            leftSection={<IconPrinter size={14} />}
          >
            {t('bulk.labels')}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            {t('bulk.clear')}
          </Button>
        </Group>
      )}
      {answers.length === 0 ? null : <Answers answers={answers} close={forget} />}
    </Paper>
  );
}

function Answers({ answers, close }: { answers: Answer[]; close: () => void }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const refused = answers.filter(({ isRefusal }) => isRefusal).length;
  return (
    <Alert
      mt="sm"
      variant="light"
      color={refused > 0 ? 'yellow' : 'green'}
      withCloseButton
      closeButtonLabel={common('close')}
      onClose={close}
      role="status"
    >
      <Text size="sm" fw={600}>
        {t('bulk.answer', { moved: answers.length - refused, refused })}
      </Text>
      <List size="sm">
        {answers.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Moves orders to the next status of their flow, one after the other. Each names its status, so a repetition moves none twice. */
function useAdvance(store: string, clear: () => void) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const flow = useFlow();
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Answer[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const advanceOne = async ({ id, orderNumber, status }: OrderSummary): Promise<Answer> => {
    const next = nextStep(flow, status);
    if (next === undefined)
      return {
        id,
        isRefusal: true,
        text: t('bulk.ended', { number: orderNumber, status: labelOf(flow, status) }),
      };
    try {
      const input = { params: { store, order: id }, body: { status: next.status } };
      await send(orderRoutes.setStatus, input, { key: newKey() });
      return { id, isRefusal: false, text: t('bulk.moved', { number: orderNumber, status: next.label }) };
    } catch (error) {
      return {
        id,
        isRefusal: true,
        text: t('bulk.refused', { number: orderNumber, reason: errorText(common, error) }),
      };
    }
  };
  const advance = async (orders: OrderSummary[]) => {
    const all: Answer[] = [];
    for (const order of orders) {
      setDone(all.length);
      all.push(await advanceOne(order));
    }
    setAnswers(all);
    setDone(null);
    // Before the reload, which would otherwise clear a selection that was made while it ran.
    clear();
    await reloadRoutes(client, [orderRoutes.list, orderRoutes.get, orderRoutes.history]);
  };
  return { advance, answers, done, forget: () => setAnswers([]) };
}
