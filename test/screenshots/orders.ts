import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { Page } from 'playwright-core';
import { settled } from '../support/chromium.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Screenshots of orders and the point of sale. */
export const ordersPictures: Picture[] = [
  { name: 'orders', who: 'owner', path: '/stores/:store/orders' },
  { name: 'orders-phone', who: 'owner', path: '/stores/:store/orders', width: 360 },
  { name: 'order', who: 'owner', path: '', find: pendingOrder, height: 1100 },
  { name: 'order-new', who: 'owner', path: '/stores/:store/orders/new' },
  { name: 'status-flow', who: 'owner', path: '/stores/:store/settings/status-flow' },
  { name: 'order-settings', who: 'owner', path: '/stores/:store/settings/orders' },
  {
    name: 'order-dark',
    who: 'owner',
    path: '',
    find: pendingOrder,
    locale: 'en-US',
    theme: 'dark',
    height: 1000,
  },
  { name: 'order-slip', who: 'owner', path: '', find: async (demo) => `${await pendingOrder(demo)}/slip` },
  { name: 'pos', who: 'owner', path: '/stores/:store/pos', width: 1024, height: 768, act: fillCart },
  {
    name: 'pos-dark',
    who: 'owner',
    path: '/stores/:store/pos',
    width: 1024,
    height: 768,
    theme: 'dark',
    act: fillCart,
  },
  { name: 'pos-pay', who: 'owner', path: '/stores/:store/pos', width: 1024, height: 768, act: pay },
  { name: 'pos-receipt', who: 'owner', path: '/stores/:store/pos', width: 1024, height: 768, act: sell },
  { name: 'pos-phone', who: 'owner', path: '/stores/:store/pos', width: 360 },
];

/** An order that is ready to be shipped. */
async function pendingOrder(demo: Demo): Promise<string> {
  const { store } = demo;
  const query = { status: 'pending', source: 'online' } as const;
  const { items } = await (await demo.as('owner')).call(orderRoutes.list, { params: { store }, query });
  const order = items.find(({ methodType }) => methodType !== null)!;
  return `/stores/${store}/orders/${order.id}`;
}

async function fillCart(page: Page): Promise<void> {
  const tiles = page.getByRole('list', { name: 'Productos' }).getByRole('button');
  // Products with variants open a selection first; stars have no price.
  const simple = tiles.filter({ hasText: '$', hasNotText: 'variantes' });
  for (const at of [0, 2, 3, 2]) {
    await simple.nth(at).click();
    await settled(page);
  }
}

async function pay(page: Page): Promise<void> {
  await fillCart(page);
  await page.getByRole('button', { name: /Cobrar/ }).click();
  await page.getByLabel('Recibido').fill('300.000');
}

async function sell(page: Page): Promise<void> {
  await pay(page);
  await page.getByRole('button', { name: 'Confirmar venta' }).click();
  await page.getByRole('button', { name: 'Nueva venta' }).waitFor();
}
