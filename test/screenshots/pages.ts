import { developerPictures } from './developer.ts';
import { ordersPictures } from './orders.ts';
import { peoplePictures } from './people.ts';
import { platformPictures } from './platform.ts';
import { productsPictures } from './products.ts';
import { storePictures } from './store.ts';
import type { Picture } from './picture.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
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
  ...peoplePictures,
  ...storePictures,
  ...productsPictures,
  ...ordersPictures,
  ...developerPictures,
  ...platformPictures,
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
  { name: 'prices', who: 'owner', path: '/stores/:store/prices' },
  { name: 'prices-phone', who: 'owner', path: '/stores/:store/prices', width: 360 },
  { name: 'price-lists', who: 'owner', path: '/stores/:store/price-lists' },
  { name: 'price-changes', who: 'owner', path: '/stores/:store/price-changes' },
  { name: 'price-check', who: 'owner', path: '/stores/:store/price-check' },
  { name: 'promotions', who: 'owner', path: '/stores/:store/promotions' },
  { name: 'promotion-new', who: 'owner', path: '/stores/:store/promotions/new' },
  { name: 'stock', who: 'owner', path: '/stores/:store/stock' },
  { name: 'stock-phone', who: 'owner', path: '/stores/:store/stock', width: 360 },
  { name: 'stock-movements', who: 'owner', path: '/stores/:store/stock/movements' },
  { name: 'stock-transfer', who: 'owner', path: '/stores/:store/stock/transfer' },
];
