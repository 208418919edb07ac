import type { ReactNode } from 'react';
import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconArrowLeft, IconCashRegister, IconReceiptRefund, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import type { Cart, CartAct } from './cart.ts';
import classes from './pos.module.css';
import type { PosShop } from './pos-shop.ts';

/** Current shop, connection status, and the exit. */
export function PosHeader({
  store,
  shops,
  cart,
  act,
  children,
}: {
  store: string;
  shops: PosShop[];
  cart: Cart;
  act: (act: CartAct) => void;
  /** Buttons. */
  children: ReactNode;
}) {
  const t = useTexts('pos');
  const returns = useTexts('returns');
  const navigation = useTexts('navigation');
  const { name } = useStore();
  const { online } = useNetwork();
  return (
    <header className={classes['header']}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ActionIcon
          component={Link}
          to={`/stores/${store}`}
          variant="subtle"
          size={44}
          aria-label={t('back')}
        >
          <IconArrowLeft />
        </ActionIcon>
        <div className={classes['names']}>
          <Text component="h1" fw={650} truncate>
            {t('title')}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {name}
          </Text>
        </div>
      </Group>
      <div role="status">
        {online ? null : (
          <Text size="sm" fw={600} className={classes['offline']}>
            <IconWifiOff size={16} aria-hidden /> {t('offline')}
          </Text>
        )}
      </div>
      {children}
      <Group gap="xs" wrap="nowrap" component="nav" aria-label={t('title')}>
        <ActionIcon
          component={Link}
          to={`/stores/${store}/pos/return`}
          variant="default"
          size={44}
          aria-label={returns('title')}
          title={returns('title')}
        >
          <IconReceiptRefund aria-hidden />
        </ActionIcon>
        <ActionIcon
          component={Link}
          to={`/stores/${store}/register`}
          variant="default"
          size={44}
          aria-label={navigation('entries.register')}
          title={navigation('entries.register')}
        >
          <IconCashRegister aria-hidden />
        </ActionIcon>
      </Group>
      <NativeSelect
        aria-label={t('shop')}
        size="md"
        value={cart.shopId}
        onChange={(event) => act({ kind: 'shop', shopId: event.currentTarget.value })}
        data={shops.map(({ id, name: label }) => ({ value: id, label }))}
      />
    </header>
  );
}
