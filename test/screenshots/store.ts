import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Screenshots of the dashboard, customers and shops. */
export const storePictures: Picture[] = [
  { name: 'dashboard', who: 'owner', path: '/stores/:store', height: 1180 },
  { name: 'dashboard-dark', who: 'owner', path: '/stores/:store', locale: 'en-US', theme: 'dark' },
  { name: 'dashboard-phone', who: 'owner', path: '/stores/:store', width: 360 },
  { name: 'customers', who: 'owner', path: '/stores/:store/customers' },
  { name: 'customers-phone', who: 'owner', path: '/stores/:store/customers', width: 360 },
  { name: 'customer', who: 'owner', path: '', find: firstCustomer },
  { name: 'customer-erase', who: 'owner', path: '', find: firstCustomer, act: erase },
  { name: 'shop', who: 'owner', path: '', find: firstShop },
  { name: 'shop-phone', who: 'owner', path: '', find: firstShop, width: 360 },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
];

/** A customer with an order. */
async function firstCustomer({ store, as }: Demo): Promise<string> {
  const query = { source: 'online', status: 'delivered', limit: 1 } as const;
  const owner = await as('owner');
  const { items } = await owner.call(orderRoutes.list, { params: { store }, query });
  const { order } = await owner.call(orderRoutes.get, { params: { store, order: items[0]!.id } });
  return `/stores/:store/customers/${order.customer!.id}`;
}

async function erase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Borrar sus datos' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('BORRAR');
}

async function firstShop({ store, as }: Demo): Promise<string> {
  const { items } = await (await as('owner')).call(shopRoutes.list, { params: { store } });
  return `/stores/:store/shops/${items[0]!.id}`;
}
