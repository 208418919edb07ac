import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
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

/** Every picture, by area. */
export const pictures: Picture[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'account', who: 'owner', path: '/account', height: 1200 },
  { name: 'team', who: 'owner', path: '/stores/:store/team' },
  {
    name: 'team-invite',
    who: 'owner',
    path: '/stores/:store/team',
    click: [{ role: 'button', name: 'Invitar' }],
  },
  { name: 'team-phone', who: 'owner', path: '/stores/:store/team', width: 360 },
  { name: 'store-apps', who: 'owner', path: '/stores/:store/apps' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
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
