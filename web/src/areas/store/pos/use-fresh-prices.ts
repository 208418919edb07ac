import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../../lib/texts.ts';
import type { Cart, CartAct } from './cart.ts';
import { readItemPrices } from './item-prices.ts';

/** Updates the prices of the cart: when the page or another shop is opened, and on request. */
export function useFreshPrices(store: string, cart: Cart, act: (act: CartAct) => void): () => Promise<void> {
  const t = useTexts('pos');
  const { shopId, lines } = cart;
  const refresh = async () => {
    // When offline the prices stay; the sale is refused if they are outdated.
    const prices = await readItemPrices(store, shopId, lines);
    if (prices !== undefined) act({ kind: 'prices', shopId, prices, unsold: t('unsold') });
  };
  const onShop = useEffectEvent(() => void refresh());
  useEffect(() => onShop(), [shopId]);
  return refresh;
}
