import { developerPictures } from './developer.ts';
import { ordersPictures } from './orders.ts';
import { peoplePictures } from './people.ts';
import { platformPictures } from './platform.ts';
import { pricesPictures } from './prices.ts';
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

async function firstCustomer(demo: Demo): Promise<string> {
  const { store } = demo;
  const { items } = await (await demo.as('owner')).call(customerRoutes.list, { params: { store } });
  return `/stores/:store/customers/${items[0]!.id}`;
}

async function firstShop(demo: Demo): Promise<string> {
  const { store } = demo;
  const { items } = await (await demo.as('owner')).call(shopRoutes.list, { params: { store } });
  return `/stores/:store/shops/${items[0]!.id}`;
}

/** Every picture, by area. */
export const pictures: Picture[] = [
  ...peoplePictures,
  ...storePictures,
  ...productsPictures,
  ...pricesPictures,
  ...ordersPictures,
  ...developerPictures,
  ...platformPictures,
];
