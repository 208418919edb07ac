import type { Page } from 'playwright-core';
import { webhookRoutes, type DeliveryStateName } from '@commerce/console-api/routes/webhooks.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

const BASE = '/developers/:developer/apps/:app/webhooks';

/** Screenshots of the webhooks of the demo developer's first app, and of the API explorer. */
export const webhooksPictures: Picture[] = [
  { name: 'webhook', who: 'developer', path: BASE, height: 1200 },
  { name: 'webhook-log', who: 'developer', path: `${BASE}?tab=log` },
  { name: 'webhook-log-phone', who: 'developer', path: `${BASE}?tab=log`, width: 360 },
  {
    name: 'webhook-log-dark',
    who: 'developer',
    path: `${BASE}?tab=log&state=dead`,
    locale: 'en-US',
    theme: 'dark',
  },
  { name: 'webhook-delivery', who: 'developer', path: '', find: delivery('dead'), height: 1100 },
  { name: 'webhook-figures', who: 'developer', path: `${BASE}?tab=figures`, height: 860 },
  {
    name: 'webhook-figures-dark',
    who: 'developer',
    path: `${BASE}?tab=figures&period=day`,
    locale: 'en-US',
    theme: 'dark',
    height: 860,
  },
  { name: 'webhook-unsent', who: 'developer', path: `${BASE}?tab=unsent` },
  { name: 'webhook-privacy', who: 'developer', path: `${BASE}?tab=privacy`, height: 500 },
  { name: 'webhook-test', who: 'developer', path: `${BASE}?tab=test`, height: 640 },
  { name: 'explorer', who: 'developer', path: '/developers/:developer/explorer', act: explore, height: 900 },
  { name: 'webhook-replay', who: 'developer', path: `${BASE}?tab=log`, act: replay },
];

/** A delivery in the given state. */
function delivery(state: DeliveryStateName): (demo: Demo) => Promise<string> {
  return async ({ as, developer, apps }) => {
    const params = { developer, app: apps[0]!.client_id };
    const query = { state, type: 'order.paid', limit: 1 } as const;
    const { items } = await (await as('developer')).call(webhookRoutes.deliveries, { params, query });
    return `${BASE}/deliveries/${items[0]!.id}`;
  };
}

async function explore(page: Page): Promise<void> {
  await page.getByLabel('App').selectOption({ label: 'Sincronizador Total' });
  await page.getByRole('button', { name: 'Products', exact: true }).click();
  await page.getByRole('button', { name: /List products/ }).click();
  await page.getByLabel('limit').fill('2');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: 'Respuesta' }).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

/** Replays failed deliveries; taken last, because it changes the other pages. */
async function replay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Repetir un período' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Repetir', exact: true }).click();
  await page.getByText(/Repitiendo entregas|Repetición terminada/).waitFor();
}
