// covers: gateway, services/auth, services/webhooks
import { beforeAll, expect, test } from 'vitest';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { WritingClient } from '../support/writes.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways } = platform();
let store: TestStore;
let app: DemoApp;
let tokens: Tokens;
let client: WritingClient;

beforeAll(async () => {
  store = await newStore('professional');
  app = await newApp(['read_products', 'read_stock']);
  tokens = await new AppClient(gateways[0], app).install(store.owner, ['read_products']);
  client = new WritingClient(gateways[1], tokens.access_token);
});

test('GET /installation returns id, store, scopes, and the limits with their usage', async () => {
  const { status, body, headers } = await client.get('/installation');
  expect(status).toBe(200);
  const [, remaining] = /r=(\d+)/.exec(headers.get('ratelimit')!)!;
  const requests = body.data.limits.requests;
  // Auth answers the read and the admission of the request in parallel.
  expect(requests.remaining - Number(remaining)).toBeLessThanOrEqual(1);
  expect(body.data).toEqual({
    id: tokens.installation_id,
    store: { id: store.id, name: store.name },
    scopes: ['read_products'],
    limits: { requests, installed_apps: { limit: 15, used: 1 } },
    webhook: null,
  });
  expect(headers.get('ratelimit-policy')).toBe(`"default";q=${requests.per_minute};w=60`);
  expect(requests.burst).toBe(requests.per_minute / 10);
});

test('GET /installation follows the webhook of the app, new scopes, and the other apps of the store', async () => {
  const url = 'http://127.0.0.1:4499/hooks';
  await addEndpoint(app.client_id, url, ['product.updated']);
  await new AppClient(gateways[0], await newApp(['read_stock'])).install(store.owner);
  await new AppClient(gateways[0], app).install(store.owner);
  const { data } = (await client.get('/installation')).body;
  expect(data.scopes).toEqual(['read_products', 'read_stock']);
  expect(data.limits.installed_apps).toEqual({ limit: 15, used: 2 });
  const active = { state: 'active', failing_since: null, disabled_at: null };
  expect(data.webhook).toEqual({ url, event_types: ['product.updated'], ...active });
});

test('GET /installation needs no scope but a valid token, takes no parameters, and fails after the uninstall', async () => {
  const { status, body } = await client.get('/installation?limit=1');
  expect([status, body.details]).toEqual([
    400,
    [{ reason: 'unknown_parameter', field: 'limit', message: 'Unknown parameter.' }],
  ]);
  expect((await new WritingClient(gateways[0], 'x').get('/installation')).status).toBe(401);
  expect((await client.send('DELETE', '/installation')).status).toBe(200);
  expect((await client.get('/installation')).status).toBe(401);
});
