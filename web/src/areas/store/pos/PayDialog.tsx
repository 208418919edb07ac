import { useState } from 'react';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { COUNTER_GATEWAYS } from '@commerce/console-api/routes/pos.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { totalOf, type Cart } from './cart.ts';
import classes from './pos.module.css';

/** Payment methods at the counter. */
export type CounterGateway = (typeof COUNTER_GATEWAYS)[number];

/** Banknotes and round amounts usually handed over, in centavos. */
const ROUNDINGS = [100_000, 200_000, 500_000, 1_000_000, 2_000_000];

/** Payment dialog: total, payment method, and change. */
export function PayDialog(props: {
  opened: boolean;
  cart: Cart;
  isSending: boolean;
  onClose: () => void;
  onPay: (gateway: CounterGateway, receivedCentavos: number | null) => void;
}) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const { opened, isSending, onClose } = props;
  return (
    <Modal
      opened={opened}
      // A request that was sent cannot be canceled.
      onClose={isSending ? () => undefined : onClose}
      title={t('pay.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close'), size: 'lg' }}
    >
      <Pay {...props} />
    </Modal>
  );
}

/** Mounted each time the dialog opens, so it starts empty. */
function Pay({ cart, isSending, onPay }: Parameters<typeof PayDialog>[0]) {
  const t = useTexts('pos');
  const total = totalOf(cart);
  const [gateway, setGateway] = useState<CounterGateway>('cash');
  const [received, setReceived] = useState<number | null>(null);
  const tendered = received ?? total;
  const isShort = gateway === 'cash' && tendered < total;
  // Store credit requires a buyer.
  const gateways = COUNTER_GATEWAYS.filter((each) => each !== 'credit_account' || cart.buyer !== null);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort && !isSending) onPay(gateway, gateway === 'cash' ? tendered : null);
      }}
    >
      <Stack>
        <Text ta="center" className={classes['due']} aria-live="polite">
          <Money centavos={total} />
        </Text>
        <SegmentedControl
          size="lg"
          fullWidth
          aria-label={t('pay.how')}
          value={gateway}
          onChange={(value) => setGateway(value)}
          data={gateways.map((value) => ({ value, label: t(`gateway.${value}`) }))}
          className={classes['gateways']}
        />
        {gateway === 'cash' ? (
          <Cash total={total} received={received} onReceive={setReceived} tendered={tendered} />
        ) : (
          <Text c="dimmed">{t(`pay.about.${gateway}`)}</Text>
        )}
        <Button type="submit" size="xl" fullWidth loading={isSending} disabled={isShort} data-autofocus>
          {t('pay.confirm')}
        </Button>
      </Stack>
    </form>
  );
}

function Cash({
  total,
  received,
  tendered,
  onReceive,
}: {
  total: number;
  received: number | null;
  tendered: number;
  onReceive: (centavos: number | null) => void;
}) {
  const t = useTexts('pos');
  // A button replaces the text in the field even when the amount stays the same.
  const [presses, setPresses] = useState(0);
  const receive = (centavos: number | null) => {
    setPresses(presses + 1);
    onReceive(centavos);
  };
  const suggestions = [...new Set(ROUNDINGS.map((step) => Math.ceil(total / step) * step))].filter(
    (sum) => sum !== total,
  );
  return (
    <>
      <MoneyInput
        key={presses}
        label={t('pay.received')}
        size="lg"
        value={received}
        onChange={onReceive}
        placeholder={t('pay.exact')}
      />
      <Group gap="xs">
        <Button variant="default" size="lg" px="md" onClick={() => receive(null)}>
          {t('pay.exact')}
        </Button>
        {suggestions.slice(0, 4).map((sum) => (
          <Button key={sum} variant="default" size="lg" px="md" onClick={() => receive(sum)}>
            <Money centavos={sum} />
          </Button>
        ))}
      </Group>
      <Group justify="space-between" role="status">
        <Text size="lg">{tendered < total ? t('pay.missing') : t('pay.change')}</Text>
        <Text size="xl" fw={700}>
          <Money centavos={Math.abs(tendered - total)} />
        </Text>
      </Group>
    </>
  );
}
