import { useState } from 'react';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus, IconShoppingCart, IconTrash, IconX } from '@tabler/icons-react';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { BuyerPicker } from './BuyerPicker.tsx';
import { MAX_UNITS, subtotalOf, totalOf, unitsOf, type Cart, type CartAct, type CartLine } from './cart.ts';
import { stockText } from './ChooseDialog.tsx';
import { DiscountField } from './DiscountField.tsx';
import classes from './pos.module.css';

/** Cart: lines, buyer and total. */
export function CartPanel({
  store,
  cart,
  act,
  onPay,
}: {
  store: string;
  cart: Cart;
  act: (act: CartAct) => void;
  onPay: () => void;
}) {
  const t = useTexts('pos');
  const isEmpty = cart.lines.length === 0;
  return (
    <section className={classes['cart']} aria-label={t('cart.title')}>
      <Group justify="space-between" p="sm" wrap="nowrap">
        <Text component="h2" fw={650}>
          {t('cart.count', { count: unitsOf(cart) })}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="md"
          disabled={isEmpty}
          leftSection={<IconX size={16} />}
          onClick={() => act({ kind: 'clear' })}
        >
          {t('cart.clear')}
        </Button>
      </Group>
      <div className={classes['lines']}>
        {isEmpty ? (
          <EmptyState
            icon={<IconShoppingCart size={24} />}
            title={t('cart.empty')}
            about={t('cart.emptyAbout')}
          />
        ) : (
          <ul className={classes['cartLines']}>
            {cart.lines.map((line, index) => (
              <Line key={`${line.productId} ${line.variantId}`} line={line} index={index} act={act} />
            ))}
          </ul>
        )}
      </div>
      <Stack gap="xs" className={classes['foot']}>
        <BuyerPicker store={store} buyer={cart.buyer} onChange={(buyer) => act({ kind: 'buyer', buyer })} />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t('cart.subtotal')}</Text>
          <Money centavos={subtotalOf(cart)} />
        </Group>
        {isEmpty ? null : <DiscountField cart={cart} act={act} />}
        <Button size="xl" fullWidth disabled={isEmpty} onClick={onPay} className={classes['pay']}>
          <span>{t('cart.pay')}</span>
          <Money centavos={totalOf(cart)} />
        </Button>
      </Stack>
    </section>
  );
}

function Line({ line, index, act }: { line: CartLine; index: number; act: (act: CartAct) => void }) {
  const t = useTexts('pos');
  const name = [line.name, line.variantName].filter(Boolean).join(' · ');
  const set = (quantity: number) => act({ kind: 'quantity', index, quantity });
  const short = line.available !== null && line.quantity > line.available;
  return (
    <li className={classes['line']} data-problem={line.problem !== undefined || short}>
      <div className={classes['lineName']}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {line.originalPriceCentavos > line.priceCentavos ? (
            <>
              <s>
                <Money centavos={line.originalPriceCentavos} />
              </s>{' '}
            </>
          ) : null}
          <Money centavos={line.priceCentavos} />
          {short ? null : ` · ${stockText(t, line)}`}
        </Text>
        {line.problem !== undefined || short ? (
          <Text size="xs" fw={600} c="var(--mantine-color-error)" role="alert">
            {short ? t('cart.short', { count: line.available ?? 0 }) : line.problem}
          </Text>
        ) : null}
      </div>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.less', { name })}
          disabled={line.quantity <= 1}
          onClick={() => set(line.quantity - 1)}
        >
          <IconMinus size={18} />
        </ActionIcon>
        <Quantity label={t('cart.quantity', { name })} units={line.quantity} set={set} />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.more', { name })}
          disabled={line.quantity >= MAX_UNITS}
          onClick={() => set(line.quantity + 1)}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </Group>
      <Text fw={600} className={classes['amount']}>
        <Money centavos={line.priceCentavos * line.quantity} />
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('cart.remove', { name })}
        onClick={() => act({ kind: 'remove', index })}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

const UNITS = { ...QUANTITY, min: 1, max: MAX_UNITS };

/** Quantity field. While it is empty, the line keeps its previous quantity. */
function Quantity({ label, units, set }: { label: string; units: number; set: (units: number) => void }) {
  const [entered, setEntered] = useState(units);
  const [known, setKnown] = useState(units);
  const [typed, setTyped] = useState<number | null>(units);
  if (units !== known) {
    setKnown(units);
    setTyped(units);
    setEntered(units);
  }
  const type = (value: number | null) => {
    setTyped(value);
    setKnown(value ?? entered);
    set(value ?? entered);
  };
  return (
    <NumberField
      rule={UNITS}
      aria-label={label}
      value={typed}
      onChange={type}
      onFocus={() => setEntered(units)}
      onBlur={() => (typed === null ? setTyped(units) : undefined)}
      size="md"
      w={72}
      classNames={{ input: classes['quantity']! }}
    />
  );
}
