import { useState } from 'react';
import { Radio, Stack } from '@mantine/core';
import type { OrderDetail, OrderPayments } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { PRICE } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { ActDialog } from './ActDialog.tsx';
import { useOrderAct } from './use-order-act.ts';

type PaymentBody = InputOf<typeof orderRoutes.setPayment>['body'];
type WithoutVersion<Body> = Body extends unknown ? Omit<Body, 'version'> : never;

/** Payment updates that the merchant can record, by their text keys. */
const PAYMENT_UPDATES = {
  confirmed: { outcome: 'confirmed', gateway: 'cash' },
  transfer: { outcome: 'paid', path: 'bank_transfer' },
  terminal: { outcome: 'paid', path: 'terminal' },
  online: { outcome: 'paid', path: 'online' },
  authorized: { outcome: 'authorized', path: 'online' },
  failed: { outcome: 'failed' },
} satisfies Record<string, WithoutVersion<PaymentBody>>;

type PaymentUpdate = keyof typeof PAYMENT_UPDATES;

/** Default choice for each payment gateway. */
const DEFAULT_UPDATES: Record<string, PaymentUpdate> = {
  cash: 'confirmed',
  bank_transfer: 'transfer',
  card_terminal: 'terminal',
  card_online: 'online',
};

interface PaymentDialogProps {
  order: OrderDetail;
  payments: OrderPayments;
  opened: boolean;
  onClose: () => void;
}

/** Form that records what happened to the payment of an order: all or a part of the balance, or an update without money. */
export function PaymentDialog({ order, payments, opened, onClose }: PaymentDialogProps) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const { gateway, status } = order.payment;
  const due = Math.max(payments.balanceCentavos, 0);
  const [update, setUpdate] = useState<PaymentUpdate>(DEFAULT_UPDATES[gateway] ?? 'confirmed');
  // Undefined until the person changes it: then it follows the balance.
  const [typed, setTyped] = useState<number | null>();
  const amountCentavos = typed === undefined ? due : typed;
  const done = () => {
    setTyped(undefined);
    onClose();
  };
  const act = useOrderAct(orderRoutes.setPayment, done);
  const close = () => {
    act.reset();
    done();
  };
  useUnsaved(opened && typed !== undefined);
  const body = { ...PAYMENT_UPDATES[update], version: order.updatedAt };
  const movesMoney = due > 0 && (body.outcome === 'confirmed' || body.outcome === 'paid');
  const choices = (Object.keys(PAYMENT_UPDATES) as PaymentUpdate[]).filter((each) => each !== status);
  const send = () =>
    act.mutate({
      params: { store, order: order.id },
      body: movesMoney ? { ...body, amountCentavos: amountCentavos ?? due } : body,
    });
  return (
    <ActDialog
      opened={opened}
      onClose={close}
      title={t('payments.note')}
      about={t('payments.noteAbout', { number: order.orderNumber })}
      label={t('payments.save')}
      act={act}
      onConfirm={send}
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
      {movesMoney ? (
        <MoneyInput
          label={t('payments.amount')}
          description={t('payments.amountAbout')}
          rule={{ ...PRICE, max: due }}
          required
          value={amountCentavos}
          onChange={setTyped}
        />
      ) : null}
    </ActDialog>
  );
}
