import { useState } from 'react';
import { Button, Radio, Stack } from '@mantine/core';
import { orderRoutes, type OrderDetail } from '@commerce/console-api/routes/orders.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { ActDialog } from './ActDialog.tsx';
import { Card, Facts } from './Card.tsx';
import { isUnsuccessful } from './labels.ts';
import { PaymentStatus } from './StatusBadges.tsx';
import { useOrderAct } from './use-order-act.ts';

type PaymentBody = InputOf<typeof orderRoutes.setPayment>['body'];

/** Payment updates that the merchant can record, by their text keys. */
const PAYMENT_UPDATES = {
  confirmed: { outcome: 'confirmed' },
  transfer: { outcome: 'paid', path: 'bank_transfer' },
  terminal: { outcome: 'paid', path: 'terminal' },
  online: { outcome: 'paid', path: 'online' },
  authorized: { outcome: 'authorized', path: 'online' },
  failed: { outcome: 'failed' },
} satisfies Record<string, PaymentBody>;

type PaymentUpdate = keyof typeof PAYMENT_UPDATES;

/** Default choice for each payment gateway. */
const DEFAULT_UPDATES: Record<string, PaymentUpdate> = {
  cash: 'confirmed',
  bank_transfer: 'transfer',
  card_terminal: 'terminal',
  card_online: 'online',
};

/** Payment of an order, and the form to record an update. */
export function PaymentCard({ order }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { gateway, status } = order.payment;
  const takesPayment = !['paid', 'refunded'].includes(status) && !isUnsuccessful(order.status);
  return (
    <Card title={t('payments.title')}>
      <Facts
        facts={[
          [t('payments.gateway'), t(`gateway.${gateway}`)],
          [t('payments.status'), <PaymentStatus key="status" status={status} orderStatus={order.status} />],
          [t('lines.total'), <Money key="total" centavos={order.totalCentavos} />],
        ]}
      />
      {takesPayment && may('sell') ? (
        <Button variant="light" mt="md" fullWidth onClick={() => setOpen(true)}>
          {t('payments.note')}
        </Button>
      ) : null}
      <PaymentDialog order={order} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

function PaymentDialog({
  order,
  opened,
  onClose,
}: {
  order: OrderDetail;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const { gateway, status } = order.payment;
  const [update, setUpdate] = useState<PaymentUpdate>(DEFAULT_UPDATES[gateway] ?? 'confirmed');
  const act = useOrderAct(orderRoutes.setPayment, onClose);
  const choices = (Object.keys(PAYMENT_UPDATES) as PaymentUpdate[]).filter((each) => each !== status);
  return (
    <ActDialog
      opened={opened}
      onClose={() => {
        act.reset();
        onClose();
      }}
      title={t('payments.note')}
      about={t('payments.noteAbout', { number: order.orderNumber })}
      label={t('payments.save')}
      act={act}
      onConfirm={() => act.mutate({ params: { store, order: order.id }, body: PAYMENT_UPDATES[update] })}
    >
      <Radio.Group label={t('payments.what')} value={update} onChange={(value) => setUpdate(value)}>
        <Stack gap="xs" mt="xs">
          {choices.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`payments.${each}`)}
              description={t(`payments.${each}About`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ActDialog>
  );
}
