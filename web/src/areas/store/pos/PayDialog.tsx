import { useState } from 'react';
import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { COUNTER_GATEWAYS, MAX_PAYMENTS } from '@commerce/console-api/routes/pos.ts';
import { wholeMoney } from '../../../lib/format.ts';
import { PRICE } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { totalOf, type Cart } from './cart.ts';
import classes from './pos.module.css';
import type { SaleBody } from './waiting.ts';

type Part = SaleBody['payments'][number];

/** Banknotes and round amounts usually handed over, in centavos. */
const ROUNDINGS = [100_000, 200_000, 500_000, 1_000_000, 2_000_000];

/** Payment dialog: total, one or several payments, and change. */
export function PayDialog(props: {
  opened: boolean;
  cart: Cart;
  isSending: boolean;
  onClose: () => void;
  onPay: (payments: Part[], changeCentavos: number) => void;
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
      className={classes['touch']}
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
  const [parts, setParts] = useState<Part[]>([]);
  const [gateway, setGateway] = useState<Part['gateway']>('cash');
  const [typed, setTyped] = useState<number | null>(null);
  const rest = parts.reduce((sum, { amountCentavos }) => sum - amountCentavos, total);
  const amount = typed ?? rest;
  const settles = amount >= rest;
  // Store credit requires a buyer.
  const gateways = COUNTER_GATEWAYS.filter((each) => each !== 'credit_account' || cart.buyer !== null);
  const submit = () => {
    if (isSending) return;
    const all = rest === 0 ? parts : [...parts, { gateway, amountCentavos: Math.min(amount, rest) }];
    if (settles) return onPay(all, Math.max(amount - rest, 0));
    setParts(all);
    setTyped(null);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text ta="center" className={classes['due']} aria-live="polite">
          <Money centavos={total} />
        </Text>
        <Parts parts={parts} onRemove={(n) => setParts(parts.toSpliced(n, 1))} />
        {rest === 0 ? null : (
          <>
            <div role="group" aria-label={t('pay.how')} className={classes['means']}>
              {gateways.map((value) => (
                <Button
                  key={value}
                  size="lg"
                  px="xs"
                  variant={value === gateway ? 'filled' : 'default'}
                  aria-pressed={value === gateway}
                  onClick={() => {
                    setGateway(value);
                    setTyped(null);
                  }}
                >
                  {t(`gateway.${value}`)}
                </Button>
              ))}
            </div>
            <Amount
              // The number of parts changes what remains, and empties the field.
              key={`${gateway} ${parts.length}`}
              isCash={gateway === 'cash'}
              rest={rest}
              isLast={parts.length === MAX_PAYMENTS - 1}
              typed={typed}
              onType={setTyped}
            />
            {gateway === 'cash' ? null : <Text c="dimmed">{t(`pay.about.${gateway}`)}</Text>}
            <Group justify="space-between" role="status">
              <Text size="lg">{settles ? t('pay.change') : t('pay.missing')}</Text>
              <Text size="xl" fw={700}>
                <Money centavos={Math.abs(amount - rest)} />
              </Text>
            </Group>
          </>
        )}
        <Button type="submit" size="xl" fullWidth loading={isSending} data-autofocus>
          {settles ? t('pay.confirm') : t('pay.add')}
        </Button>
      </Stack>
    </form>
  );
}

/** Payments entered so far. */
function Parts({ parts, onRemove }: { parts: Part[]; onRemove: (index: number) => void }) {
  const t = useTexts('pos');
  if (parts.length === 0) return null;
  return (
    <ul className={classes['paidParts']} aria-label={t('pay.parts')}>
      {parts.map(({ gateway, amountCentavos }, n) => (
        <li key={n}>
          <span>{t(`gateway.${gateway}`)}</span>
          <Money centavos={amountCentavos} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('pay.removePart', { n: n + 1, gateway: t(`gateway.${gateway}`) })}
            onClick={() => onRemove(n)}
          >
            <IconX size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Amount of a payment: all that remains when empty; only cash may exceed it. */
function Amount({
  isCash,
  rest,
  isLast,
  typed,
  onType,
}: {
  isCash: boolean;
  rest: number;
  /** True when no further payment can follow. */
  isLast: boolean;
  typed: number | null;
  onType: (centavos: number | null) => void;
}) {
  const t = useTexts('pos');
  // A button replaces the text in the field even when the amount stays the same.
  const [presses, setPresses] = useState(0);
  const press = (centavos: number | null) => {
    setPresses(presses + 1);
    onType(centavos);
  };
  const suggestions = [...new Set(ROUNDINGS.map((step) => Math.ceil(rest / step) * step))].filter(
    (sum) => sum !== rest,
  );
  return (
    <>
      <MoneyInput
        key={presses}
        rule={{ ...PRICE, ...(isLast && { min: rest }), ...(!isCash && { max: rest }) }}
        label={isCash ? t('pay.received') : t('pay.amount')}
        size="lg"
        value={typed}
        onChange={onType}
        placeholder={isCash ? t('pay.exact') : t('pay.rest')}
      />
      {isCash ? (
        <div className={classes['notes']}>
          <Button variant="default" size="md" px={4} onClick={() => press(null)}>
            {t('pay.exact')}
          </Button>
          {suggestions.slice(0, 4).map((sum) => (
            <Button key={sum} variant="default" size="md" px={4} onClick={() => press(sum)}>
              {wholeMoney(sum)}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
