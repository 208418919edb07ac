import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus, IconShoppingCart, IconTrash, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { BuyerPicker } from './BuyerPicker.tsx';
import { subtotalOf, totalOf, unitsOf, type Cart, type CartAct, type CartLine } from './cart.ts';
import { stockText } from './ChooseDialog.tsx';
import classes from './pos.module.css';

/** What is about to be sold, to whom, and what it comes to. */
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
            {cart.lines.map((line, place) => (
              <Line key={`${line.productId} ${line.variantId}`} line={line} place={place} act={act} />
            ))}
          </ul>
        )}
      </div>
      <Stack gap="xs" p="sm" className={classes['foot']}>
        <BuyerPicker store={store} buyer={cart.buyer} onChange={(buyer) => act({ kind: 'buyer', buyer })} />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t('cart.subtotal')}</Text>
          <Money centavos={subtotalOf(cart)} />
        </Group>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" component="label" htmlFor="discount">
            {t('cart.discount')}
          </Text>
          <MoneyInput
            id="discount"
            w={140}
            size="md"
            value={cart.discountCentavos === 0 ? null : cart.discountCentavos}
            onChange={(centavos) =>
              act({ kind: 'discount', centavos: Math.min(centavos ?? 0, subtotalOf(cart)) })
            }
          />
        </Group>
        <Button size="xl" fullWidth disabled={isEmpty} onClick={onPay} className={classes['pay']}>
          <span>{t('cart.pay')}</span>
          <Money centavos={totalOf(cart)} />
        </Button>
      </Stack>
    </section>
  );
}

function Line({ line, place, act }: { line: CartLine; place: number; act: (act: CartAct) => void }) {
  const t = useTexts('pos');
  const name = [line.name, line.variantName].filter(Boolean).join(' · ');
  const set = (quantity: number) => act({ kind: 'quantity', place, quantity });
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
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.less', { name })}
          disabled={line.quantity <= 1}
          onClick={() => set(line.quantity - 1)}
        >
          <IconMinus size={18} />
        </ActionIcon>
        <NumberInput
          aria-label={t('cart.quantity', { name })}
          value={line.quantity}
          onChange={(value) => (typeof value === 'number' && value >= 1 ? set(value) : undefined)}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          size="md"
          w={64}
          classNames={{ input: classes['quantity']! }}
        />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('cart.more', { name })}
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
        onClick={() => act({ kind: 'remove', place })}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}
