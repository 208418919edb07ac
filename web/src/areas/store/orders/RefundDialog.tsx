import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { PAYMENT_GATEWAYS, type OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { money } from '../../../lib/format.ts';
import { PRICE } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { ActDialog } from './ActDialog.tsx';
import { useOrderAct } from './use-order-act.ts';

/** Money is never given back on a credit account. */
export const REFUND_GATEWAYS = PAYMENT_GATEWAYS.filter((each) => each !== 'credit_account');
export type RefundGateway = (typeof REFUND_GATEWAYS)[number];

interface RefundDialogProps {
  order: OrderDetail;
  /** Paid and not refunded, in centavos. */
  held: number;
  /** Owed to the buyer, e.g. after a return: the amount that the form proposes. */
  owed: number;
  opened: boolean;
  onClose: () => void;
}

/** Form that records money given back to the buyer. */
export function RefundDialog({ order, held, owed, opened, onClose }: RefundDialogProps) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const paidBy = order.payment.gateway;
  const [gateway, setGateway] = useState<RefundGateway>(paidBy === 'credit_account' ? 'cash' : paidBy);
  const [typed, setTyped] = useState<number | null>();
  const proposed = owed > 0 ? Math.min(owed, held) : held;
  const amountCentavos = typed === undefined ? proposed : typed;
  const done = () => {
    setTyped(undefined);
    onClose();
  };
  const act = useOrderAct(orderRoutes.refund, done);
  const close = () => {
    act.reset();
    done();
  };
  useUnsaved(opened && typed !== undefined);
  return (
    <ActDialog
      opened={opened}
      onClose={close}
      title={t('payments.refundTitle', { number: order.orderNumber })}
      about={t('payments.refundAbout')}
      label={t('payments.refundSave')}
      notesLabel={t('payments.reason')}
      act={act}
      onConfirm={(reason) =>
        act.mutate({
          params: { store, order: order.id },
          body: { gateway, amountCentavos: amountCentavos ?? proposed, reason, version: order.updatedAt },
        })
      }
    >
      <MoneyInput
        label={t('payments.amount')}
        description={t('payments.refundLimit', { amount: money(held) })}
        rule={{ ...PRICE, max: held }}
        required
        value={amountCentavos}
        onChange={setTyped}
      />
      <NativeSelect
        label={t('payments.refundGateway')}
        value={gateway}
        data={REFUND_GATEWAYS.map((value) => ({ value, label: t(`gateway.${value}`) }))}
        onChange={(event) => setGateway(event.currentTarget.value as RefundGateway)}
      />
    </ActDialog>
  );
}
