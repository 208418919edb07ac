import { useRef, type ReactNode } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShoppingCart, IconX } from '@tabler/icons-react';
import { PERCENT, writeNumber } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { BuyerPicker } from './BuyerPicker.tsx';
import { isOverLimit, subtotalOf, totalOf, unitsOf, type Cart, type CartAct } from './cart.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { DiscountField } from './DiscountField.tsx';
import classes from './pos.module.css';

/** Cart: lines, buyer and total. */
export function CartPanel({
  store,
  cart,
  act,
  onPay,
  limitBp,
  park,
}: {
  store: string;
  cart: Cart;
  act: (act: CartAct) => void;
  onPay: () => void;
  /** Maximum discount, in hundredths of a percent. */
  limitBp: number;
  /** Button that parks the sale. */
  park: ReactNode;
}) {
  const t = useTexts('pos');
  const isEmpty = cart.lines.length === 0;
  const section = useRef<HTMLElement>(null);
  const isOver = isOverLimit(cart, limitBp);
  const percent = writeNumber(limitBp, PERCENT);
  return (
    <section className={classes['cart']} aria-label={t('cart.title')} ref={section}>
      <Group justify="space-between" p="sm" wrap="nowrap">
        <Text component="h2" fw={650}>
          {t('cart.count', { count: unitsOf(cart) })}
        </Text>
        <Group gap={4} wrap="nowrap">
          {park}
          <Button
            variant="subtle"
            color="gray"
            size="md"
            px="xs"
            disabled={isEmpty}
            leftSection={<IconX size={16} />}
            onClick={() => act({ kind: 'clear' })}
          >
            {t('cart.clear')}
          </Button>
        </Group>
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
              <CartLineRow key={`${line.productId} ${line.variantId}`} line={line} index={index} act={act} />
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
        {isEmpty ? null : (
          <DiscountField
            id="discount"
            label={t('cart.discount')}
            of={subtotalOf(cart)}
            value={cart.discount}
            onChange={(discount) => act({ kind: 'discount', discount })}
          />
        )}
        {isEmpty || limitBp === PERCENT.max ? null : (
          <Text
            size="sm"
            c={isOver ? 'var(--mantine-color-error)' : 'dimmed'}
            fw={isOver ? 600 : undefined}
            role={isOver ? 'alert' : undefined}
          >
            {t(isOver ? 'cart.discountLimit' : 'cart.discountUpTo', { percent })}
          </Text>
        )}
        <PayBar
          cart={cart}
          disabled={isEmpty || isOver}
          onPay={onPay}
          onShow={() => showOrLeave(section.current!)}
        />
      </Stack>
    </section>
  );
}

/** Bar that a narrow screen keeps at its bottom: the way to the cart, and the payment. */
function PayBar({
  cart,
  disabled,
  onPay,
  onShow,
}: {
  cart: Cart;
  disabled: boolean;
  onPay: () => void;
  onShow: () => void;
}) {
  const t = useTexts('pos');
  const units = unitsOf(cart);
  return (
    <div className={classes['bar']}>
      <Button
        variant="default"
        size="xl"
        px="md"
        className={classes['toCart']}
        aria-label={t('cart.show', { count: units })}
        leftSection={<IconShoppingCart size={22} aria-hidden />}
        onClick={onShow}
      >
        {units}
      </Button>
      <Button size="xl" disabled={disabled} onClick={onPay} className={classes['pay']}>
        <span>
          {t('cart.pay')} <span className={classes['key']}>(F9)</span>
        </span>
        <Money centavos={totalOf(cart)} />
      </Button>
    </div>
  );
}

/** Scrolls to the cart on a narrow screen; back to the products when it is at the top already. */
function showOrLeave(cart: HTMLElement): void {
  if (cart.getBoundingClientRect().top > 1) cart.scrollIntoView({ block: 'start' });
  else window.scrollTo({ top: 0 });
}
