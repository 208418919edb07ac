import { requestRoutes } from '@commerce/console-api/routes/requests.ts';
import { call } from '../support/api.ts';
import { AppClient } from '../support/install-app.ts';
import { apiRoot } from '../support/platform.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

const BASE = '/developers/:developer/apps/:app/requests';

/** Screenshots of the API requests of the demo developer's first app. */
export const requestsPictures: Picture[] = [
  { name: 'requests', who: 'developer', path: BASE },
  { name: 'request', who: 'developer', path: '', find: conflict, height: 640 },
  { name: 'requests-figures', who: 'developer', path: `${BASE}?tab=figures&period=week`, height: 1100 },
];

const UNKNOWN = 'prd_01m7yc7hvee8ks3x8m0c5d7f9h';

/** Sends requests of the demo's first app, some of them with errors, and waits until they are in its log. */
export async function sendRequests(demo: Demo): Promise<void> {
  const app = demo.apps[0]!;
  const client = new AppClient(demo.gateway, app);
  const { access_token: token } = await client.install(demo.people.owner);
  const root = apiRoot(demo.gateway);
  const get = (path: string) => call(root, path, token);
  // First, because later ones may exceed the limit.
  await get(`/products/${UNKNOWN}`);
  for (let at = 0; at < 30; at += 1) await Promise.all([get('/products?limit=20'), get('/orders')]);
  const body = JSON.stringify({ name: 'Ana Gómez', email: 'ana.gomez@example.com' });
  const headers = { 'content-type': 'application/json' };
  for (let at = 0; at < 2; at += 1) await call(root, '/customers', token, { method: 'POST', headers, body });
  await get('/products?limit=500');
  await get('/products?updated_from=2026-11-01');
  await get('/prices');
  const params = { developer: demo.developer, app: app.client_id };
  const developer = await demo.as('developer');
  const query = { code: 'not_found', route: 'GET /products/:id' };
  while ((await developer.call(requestRoutes.list, { params, query })).items.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

async function conflict({ as, developer, apps }: Demo): Promise<string> {
  const params = { developer, app: apps[0]!.client_id };
  const { items } = await (
    await as('developer')
  ).call(requestRoutes.list, { params, query: { code: 'conflict', limit: 1 } });
  return `${BASE}/${items[0]!.id}`;
}
