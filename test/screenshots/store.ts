import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Pictures of the dashboard, customers and shops. */
export const storePictures: Picture[] = [
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'dashboard-phone', who: 'owner', path: '/stores/:store', width: 360 },
  { name: 'customers', who: 'owner', path: '/stores/:store/customers' },
  { name: 'customers-phone', who: 'owner', path: '/stores/:store/customers', width: 360 },
  { name: 'customer', who: 'owner', path: '', find: firstCustomer },
  { name: 'shop', who: 'owner', path: '', find: firstShop },
  { name: 'shop-phone', who: 'owner', path: '', find: firstShop, width: 360 },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
];

async function firstCustomer({ store, as }: Demo): Promise<string> {
  const { items } = await (await as('owner')).call(customerRoutes.list, { params: { store } });
  return `/stores/:store/customers/${items[0]!.id}`;
}

async function firstShop({ store, as }: Demo): Promise<string> {
  const { items } = await (await as('owner')).call(shopRoutes.list, { params: { store } });
  return `/stores/:store/shops/${items[0]!.id}`;
}
