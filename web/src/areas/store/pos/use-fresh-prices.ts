import { useEffect, useEffectEvent } from 'react';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { call } from '../../../lib/call.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { Cart, CartAct } from './cart.ts';

/** Time after which the prices stay as they are. */
const TIMEOUT_MS = 4_000;

/** Updates the prices of the cart: when the page or another shop is opened, and on request. */
export function useFreshPrices(store: string, cart: Cart, act: (act: CartAct) => void): () => Promise<void> {
  const t = useTexts('pos');
  const refresh = async () => {
    if (cart.lines.length === 0) return;
    const items = cart.lines.map(({ productId, variantId }) => ({
      productId,
      variantId: variantId ?? undefined,
    }));
    const input = { params: { store }, body: { shopId: cart.shopId, items } };
    // When offline the prices stay; the sale is refused if they are outdated.
    const answer = await call(posRoutes.prices, input, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => undefined,
    );
    if (answer !== undefined) act({ kind: 'prices', prices: answer.prices, unsold: t('unsold') });
  };
  const onShop = useEffectEvent(() => void refresh());
  useEffect(() => onShop(), [cart.shopId]);
  return refresh;
}
