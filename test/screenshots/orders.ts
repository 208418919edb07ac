import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Pictures of orders and the point of sale. */
export const ordersPictures: Picture[] = [
  { name: 'orders', who: 'owner', path: '/stores/:store/orders' },
  { name: 'orders-phone', who: 'owner', path: '/stores/:store/orders', width: 360 },
  { name: 'order', who: 'owner', path: '', find: pendingOrder, height: 1100 },
  { name: 'order-new', who: 'owner', path: '/stores/:store/orders/new' },
  { name: 'status-flow', who: 'owner', path: '/stores/:store/settings/status-flow' },
  { name: 'order-settings', who: 'owner', path: '/stores/:store/settings/orders' },
  { name: 'pos', who: 'owner', path: '/stores/:store/pos', width: 1024, height: 768 },
  { name: 'pos-phone', who: 'owner', path: '/stores/:store/pos', width: 360 },
];

/** An order that is to be shipped. */
async function pendingOrder(demo: Demo): Promise<string> {
  const { store } = demo;
  const query = { status: 'pending', source: 'online' } as const;
  const { items } = await (await demo.as('owner')).call(orderRoutes.list, { params: { store }, query });
  const order = items.find(({ methodType }) => methodType !== null)!;
  return `/stores/${store}/orders/${order.id}`;
}
