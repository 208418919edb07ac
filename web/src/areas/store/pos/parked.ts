import { newKey } from '../../../lib/call.ts';
import type { Cart } from './cart.ts';
import { storedList } from './stored-list.ts';

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

/** Parked sales of a person in this browser, oldest first. */
export const { load: loadParked, save: saveParked } = storedList<ParkedSale>('parked');

/** Parks a cart under a name. */
export const parkedSale = (name: string, cart: Cart): ParkedSale => ({
  id: newKey(),
  name,
  at: new Date().toISOString(),
  cart,
});
