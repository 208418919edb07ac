import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { View } from '../support/chromium.ts';
import type { Demo } from './demo.ts';

/** A picture of a page for the documentation. */
export interface Picture extends View {
  /** Of the file, without ending. */
  name: string;
  /** Who looks at it; nobody without one. */
  who?: 'owner' | 'team' | 'developer' | 'staff';
  /** Its address; `:store` is the demo's first store, `:developer` its developer. */
  path: string;
  /** What is done on the page before: a click on the first element with that role and name. */
  click?: { role: 'button' | 'tab' | 'link'; name: string }[];
  /** An address that is not known before the demo runs. */
  find?: (demo: Demo) => Promise<string>;
}

async function firstCustomer({ store, as }: Demo): Promise<string> {
  const { items } = await (await as('owner')).call(customerRoutes.list, { params: { store } });
  return `/stores/:store/customers/${items[0]!.id}`;
}

async function firstShop({ store, as }: Demo): Promise<string> {
  const { items } = await (await as('owner')).call(shopRoutes.list, { params: { store } });
  return `/stores/:store/shops/${items[0]!.id}`;
}

/** Every picture, by area. */
export const pictures: Picture[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'dashboard-phone', who: 'owner', path: '/stores/:store', width: 360 },
  { name: 'customers', who: 'owner', path: '/stores/:store/customers' },
  { name: 'customers-phone', who: 'owner', path: '/stores/:store/customers', width: 360 },
  { name: 'customer', who: 'owner', path: '', find: firstCustomer },
  { name: 'shop', who: 'owner', path: '', find: firstShop },
  { name: 'shop-phone', who: 'owner', path: '', find: firstShop, width: 360, height: 1900 },
  {
    name: 'dashboard-dark',
    who: 'owner',
    path: '/stores/:store',
    theme: 'dark',
    locale: 'en-GB',
    height: 1400,
  },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
];
