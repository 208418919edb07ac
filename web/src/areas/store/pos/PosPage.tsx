import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { call, type ApiError } from '../../../lib/call.ts';
import { number } from '../../../lib/format.ts';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useSession, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { cartAfter, emptyCart, saveCart, loadCart, lastShop, MAX_UNITS, totalOf, type Cart } from './cart.ts';
import { CartPanel } from './CartPanel.tsx';
import { FindPanel } from './FindPanel.tsx';
import { OpenSale } from './OpenSale.tsx';
import { PayDialog } from './PayDialog.tsx';
import classes from './pos.module.css';
import { PosHeader } from './PosHeader.tsx';
import { Receipt } from './Receipt.tsx';
import type { PosShop } from './pos-shop.ts';
import { lineProblems } from './line-problems.ts';
import { useSale, type SaleBody, type CompletedSale } from './use-sale.ts';

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
  return <Register key={store} store={store} person={person.id} shops={shops} />;
}

interface RegisterProps {
  store: string;
  person: string;
  shops: PosShop[];
}

function initialCart({ store, person, shops }: RegisterProps) {
  const cart = loadCart({ store, person });
  if (cart !== undefined && shops.some(({ id }) => id === cart.shopId)) return cart;
  const shop = shops.find(({ id }) => id === lastShop(store)) ?? shops[0]!;
  return emptyCart(shop.id);
}

function Register({ store, person, shops }: RegisterProps) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const [cart, act] = useReducer(cartAfter, { store, person, shops }, initialCart);
  const [paying, setPaying] = useState(false);
  const [sold, setSold] = useState<CompletedSale | null>(null);
  const [announcement, announce] = useState('');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const panels = useRef<HTMLElement>(null);
  useEffect(() => saveCart({ store, person }, cart), [store, person, cart]);
  const refresh = useFreshPrices(store, cart, act);

  const onRefused = (error: ApiError) => {
    setPaying(false);
    const problems = lineProblems(common, error, cart.lines);
    act({ kind: 'problems', problems });
    if (error.has('price_changed')) void refresh();
    notifyRefused(t('refused'), problems.size > 0 ? t('refusedLines') : errorText(common, error));
  };
  const onSold = (sale: CompletedSale) => {
    setPaying(false);
    act({ kind: 'clear' });
    setText('');
    setSold(sale);
  };
  const sale = useSale(store, { onSold, onRefused });
  const add = (item: Sellable) => {
    const has = cart.lines.find(
      ({ productId, variantId }) => productId === item.productId && variantId === item.variantId,
    );
    if (has?.quantity === MAX_UNITS)
      return notifyRefused(item.name, t('cart.tooMany', { max: number(MAX_UNITS) }));
    act({ kind: 'add', item });
    announce(t('added', { name: item.name, variant: item.variantName }));
  };
  const pay = () => {
    if (cart.lines.length === 0 || reportInvalidNumbers(panels.current!)) return;
    // The buyer pays the current prices.
    void refresh().finally(() => setPaying(true));
  };
  const blocked = paying || sold !== null || sale.isOpen || sale.isSending;
  const mayScan = () => {
    if (paying || sale.isOpen || sale.isSending) {
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
      <PosHeader store={store} shops={shops} cart={cart} act={act} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <main className={classes['panels']} ref={panels}>
        <FindPanel
          store={store}
          shopId={cart.shopId}
          onPick={add}
          field={field}
          text={text}
          setText={setText}
          capturesKeys={!blocked}
          mayScan={mayScan}
        />
        <CartPanel store={store} cart={cart} act={act} onPay={pay} />
      </main>
      <PayDialog
        opened={paying && !sale.isOpen}
        cart={cart}
        isSending={sale.isSending}
        onClose={() => setPaying(false)}
        onPay={(payments, changeCentavos) => sale.send(saleBody(cart, payments), changeCentavos)}
      />
      <OpenSale sale={sale} />
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

/** Request body of a cart. A percentage is sent as one: the platform computes it from the prices that it sells at. */
const saleBody = (cart: Cart, payments: SaleBody['payments']): SaleBody => ({
  shopId: cart.shopId,
  customerId: cart.buyer?.id,
  lines: cart.lines.map(({ productId, variantId, quantity }) => ({
    productId,
    variantId: variantId ?? undefined,
    quantity,
  })),
  payments,
  discountCentavos: 0,
  ...(cart.discount === null || 'centavos' in cart.discount
    ? { discountCentavos: cart.discount?.centavos ?? 0 }
    : { discountPercentBp: cart.discount.percentBp }),
  expectedTotalCentavos: totalOf(cart),
});

/** Updates the prices of the cart: when the page or another shop is opened, and on request. */
function useFreshPrices(
  store: string,
  cart: ReturnType<typeof emptyCart>,
  act: (act: Parameters<typeof cartAfter>[1]) => void,
): () => Promise<void> {
  const t = useTexts('pos');
  const refresh = async () => {
    if (cart.lines.length === 0) return;
    const items = cart.lines.map(({ productId, variantId }) => ({
      productId,
      variantId: variantId ?? undefined,
    }));
    const input = { params: { store }, body: { shopId: cart.shopId, items } };
    // When offline the prices stay; the sale is refused if they are outdated.
    const answer = await call(posRoutes.prices, input).catch(() => undefined);
    if (answer !== undefined) act({ kind: 'prices', prices: answer.prices, unsold: t('unsold') });
  };
  const onShop = useEffectEvent(() => void refresh());
  useEffect(() => onShop(), [cart.shopId]);
  return refresh;
}
