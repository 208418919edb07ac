import { newKey } from '../../../lib/call.ts';
import type { Cart, CartOwner } from './cart.ts';

/** Sale that was set aside to be continued later. */
export interface ParkedSale {
  id: string;
  name: string;
  /** Time at which it was parked. */
  at: string;
  cart: Cart;
}

/** Maximum number of parked sales of a person. */
export const MAX_PARKED = 50;

const parkedKey = ({ store, person }: CartOwner) => `pos parked ${store} ${person}`;

/** Parked sales of a person in this browser, oldest first. */
export function loadParked(owner: CartOwner): ParkedSale[] {
  try {
    return JSON.parse(localStorage.getItem(parkedKey(owner)) ?? '[]') as ParkedSale[];
  } catch {
    return [];
  }
}

/** Stores the parked sales. */
export const saveParked = (owner: CartOwner, sales: readonly ParkedSale[]): void =>
  localStorage.setItem(parkedKey(owner), JSON.stringify(sales));

/** Parks a cart under a name. */
export const parkedSale = (name: string, cart: Cart): ParkedSale => ({
  id: newKey(),
  name,
  at: new Date().toISOString(),
  cart,
});
