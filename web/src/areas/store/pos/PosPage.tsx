import { useEffect, useRef, useState } from 'react';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import type { ApiError } from '../../../lib/call.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { useSession, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CartPanel } from './CartPanel.tsx';
import { FindPanel } from './FindPanel.tsx';
import { useParked } from './Parked.tsx';
import { PayDialog } from './PayDialog.tsx';
import classes from './pos.module.css';
import { PosHeader } from './PosHeader.tsx';
import type { PosShop } from './pos-shop.ts';
import { Receipt } from './Receipt.tsx';
import { saleBody } from './sale-body.ts';
import { useCart } from './use-cart.ts';
import { useDiscountLimit } from './use-discount-limit.ts';
import { useFreshPrices } from './use-fresh-prices.ts';
import { useItemSearch } from './use-item-search.ts';
import { usePayment } from './use-payment.ts';
import { useRefusal } from './use-refusal.ts';
import { useSale, type CompletedSale } from './use-sale.ts';
import { WaitingSales } from './WaitingSales.tsx';

/** Point of sale: full screen, for touch, keyboard and scanner. */
export default function PosPage() {
  const t = useTexts('pos');
  const { id: store, name } = useStore();
  const { person } = useSession();
  const read = useRead(shopRoutes.list, { params: { store }, query: { limit: 200 } });
  const shops = read.data?.items.filter(({ isActive }) => isActive);
  useEffect(() => {
    document.title = `${t('title')} · ${name}`;
  }, [name, t]);
  if (shops === undefined)
    return read.error ? (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    ) : (
      <Skeleton height="100dvh" />
    );
  if (shops.length === 0) return <EmptyState title={t('noShop')} about={t('noShopAbout')} />;
  return <Register key={`${store} ${person.id}`} store={store} person={person.id} shops={shops} />;
}

interface RegisterProps {
  store: string;
  person: string;
  shops: PosShop[];
}

function Register({ store, person, shops }: RegisterProps) {
  const t = useTexts('pos');
  const owner = { store, person };
  const { cart, act, add, announcement } = useCart(owner, shops);
  const [sold, setSold] = useState<CompletedSale | null>(null);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const search = useItemSearch(store, cart.shopId, add);
  const refresh = useFreshPrices(store, cart, act);
  const showRefusal = useRefusal(cart, act, refresh);

  const onRefused = (error: ApiError) => {
    payment.close();
    showRefusal(error);
  };
  const onSold = (sale: CompletedSale) => {
    payment.close();
    act({ kind: 'clear' });
    setText('');
    setSold(sale);
  };
  const parked = useParked(owner, cart, act);
  const limitBp = useDiscountLimit(store);
  const onSent = (sent: CompletedSale) => {
    act({ kind: 'sold', key: sent.key });
    setSold((shown) => (shown?.key === sent.key ? sent : shown));
  };
  const onSending = (key: string) => act({ kind: 'sending', key });
  const sale = useSale(owner, { onSending, onSold, onWaiting: onSold, onSent, onRefused });
  const { pay, ...payment } = usePayment({ cart, limitBp, waiting: sale.waiting.length }, search, refresh);
  const blocked = payment.isOpen || parked.isOpen || sold !== null || sale.isSending;
  const mayScan = () => {
    if (payment.isOpen || parked.isOpen || sale.isSending) {
      notifyRefused(t('scan.notAdded'), t('scan.paying'));
      return false;
    }
    // A scan starts the next sale.
    setSold(null);
    return true;
  };
  useHotkeys(
    [
      ['F2', () => field.current?.focus()],
      ['F9', () => (blocked ? undefined : pay())],
    ],
    [],
  );
  return (
    <div className={classes['register']}>
      <PosHeader store={store} shops={shops} cart={cart} act={act}>
        <WaitingSales
          sale={sale}
          mayReopen={cart.lines.length === 0}
          onReopen={(reopened) => act({ kind: 'replace', cart: reopened.cart })}
        />
        {parked.open}
      </PosHeader>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <main className={classes['panels']}>
        <FindPanel
          store={store}
          shopId={cart.shopId}
          search={search}
          field={field}
          text={text}
          setText={setText}
          capturesKeys={!blocked}
          mayScan={mayScan}
        />
        <CartPanel store={store} cart={cart} act={act} onPay={pay} limitBp={limitBp} park={parked.button} />
      </main>
      <PayDialog
        opened={payment.isOpen}
        cart={cart}
        isSending={sale.isSending}
        onClose={payment.close}
        onPay={(payments, changeCentavos) => {
          // A dialog that is closing can still be submitted.
          if (payment.isOpen) sale.send({ cart, body: saleBody(cart, payments), changeCentavos });
        }}
      />
      {parked.dialogs}
      {sold === null ? null : (
        <Receipt
          sold={sold}
          onClose={() => {
            setSold(null);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}
