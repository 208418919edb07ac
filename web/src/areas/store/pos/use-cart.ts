import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { number } from '../../../lib/format.ts';
import { notifyFailed, notifyRefused } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { cartAfter, emptyCart, lastShop, loadCart, MAX_UNITS, saveCart, type CartOwner } from './cart.ts';
import type { PosShop } from './pos-shop.ts';
import { loadWaiting } from './waiting.ts';

function initialCart({ owner, shops }: { owner: CartOwner; shops: PosShop[] }) {
  const cart = loadCart(owner);
  if (cart !== undefined && shops.some(({ id }) => id === cart.shopId)) {
    const isWaiting = loadWaiting(owner).some(({ key }) => key === cart.sendingKey);
    return isWaiting ? emptyCart(cart.shopId) : cart;
  }
  const shop = shops.find(({ id }) => id === lastShop(owner.store)) ?? shops[0]!;
  return emptyCart(shop.id);
}

/** Cart of a person, which the browser keeps. */
export function useCart({ store, person }: CartOwner, shops: PosShop[]) {
  const t = useTexts('pos');
  const [cart, act] = useReducer(cartAfter, { owner: { store, person }, shops }, initialCart);
  const [announcement, announce] = useState('');
  const warn = useEffectEvent(() => notifyFailed(t('notStored')));
  useEffect(() => {
    try {
      saveCart({ store, person }, cart);
    } catch {
      warn();
    }
  }, [store, person, cart]);
  const add = (item: Sellable) => {
    const has = cart.lines.find(
      ({ productId, variantId }) => productId === item.productId && variantId === item.variantId,
    );
    if (has?.quantity === MAX_UNITS)
      return notifyRefused(item.name, t('cart.tooMany', { max: number(MAX_UNITS) }));
    act({ kind: 'add', item });
    announce(t('added', { name: item.name, variant: item.variantName }));
  };
  return {
    cart,
    act,
    /** Adds a unit of an item. */
    add,
    /** Last change, for screen readers. */
    announcement,
  };
}
