// covers: gateway, services/auth, services/webhooks
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { requestRoutes, type RequestFailure } from '@commerce/console-api/routes/requests.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { call, type Answer } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { startGateway, untilReady } from '../support/extra-gateway.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, pidOf, platform, type DemoApp } from '../support/platform.ts';
import { credentials, postToken } from '../support/token-endpoint.ts';

const { gateways, demo, processes } = platform();
const [gateway] = gateways;
const SCOPES = ['read_products', 'write_customers'];
const UNKNOWN_PRODUCT = '/products/prd_01m7yc7hvee8ks3x8m0c5d7f9h';

let client: ConsoleClient;
let developer: string;
let store: TestStore;
let app: DemoApp;

beforeAll(async () => {
  client = await ConsoleClient.of(gateway, demo.developer);
  const { session } = await client.call(sessionRoutes.get, {});
  developer = session!.developers[0]!.id;
});

const paramsOf = () => ({ developer, app: app.client_id });
const list = (query: object = {}) => client.call(requestRoutes.list, { params: paramsOf(), query });

/** All failures in the order in which they were added, page by page. */
async function tail(after = 0): Promise<RequestFailure[]> {
  const items: RequestFailure[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ after, limit: 20, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

/** Waits until the log has the requests, in any order. */
const logged = (requestIds: string[]): Promise<RequestFailure[]> =>
  until(async () => {
    const items = await tail();
    return requestIds.every((id) => items.some(({ requestId }) => requestId === id)) && items;
  }, `${requestIds.join()} in the log`);

/** Waits until the gateway, which reconnects some time after webhooks is ready, reaches it. */
const untilReached = () =>
  expect.poll(async () => (await client.send(requestRoutes.list, { params: paramsOf() })).status).toBe(200);

interface Failed {
  status: number;
  requestId: string;
}

async function failing(sent: Promise<Answer>): Promise<Failed> {
  const { status, headers, body } = await sent;
  const requestId = headers.get('x-request-id')!;
  // The id that the app sees in the error is the one to search for.
  if (status !== 429) expect(body.request_id).toBe(requestId);
  return { status, requestId };
}

const NEW_CUSTOMER = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** Sends a request of each error except 401 and 429 to a gateway. */
async function sendFailures(at: string, token: string): Promise<Failed[]> {
  const root = apiRoot(at);
  const body = JSON.stringify({ name: 'Ana', email: `${randomUUID()}@example.com` });
  const created = await call(root, '/customers', token, { ...NEW_CUSTOMER, body });
  expect([created.status, created.text]).toEqual([201, created.text]);
  return Promise.all([
    failing(call(root, '/products?limit=0&sku=secret-value', token)),
    failing(call(root, '/orders', token)),
    failing(call(root, UNKNOWN_PRODUCT, token)),
    failing(call(root, '/customers', token, { ...NEW_CUSTOMER, body })),
  ]);
}

const statusesOf = (failures: { status: number }[]) =>
  failures.map(({ status }) => status).toSorted((a, b) => a - b);

test('errors of two gateways are in the log of their app with their request ids, also while webhooks is killed', async () => {
  store = await newStore('enterprise', { name: 'La Tienda' });
  app = await newApp(SCOPES);
  const owner = new AppClient(gateway, app);
  const { access_token: token } = await owner.install(store.owner);
  const before = await Promise.all(gateways.map((at) => sendFailures(at, token)));
  const pid = (await pidOf('webhooks'))!;
  process.kill(pid, 'SIGKILL');
  const during: Failed[][] = [];
  for (const end = Date.now() + 6_000; Date.now() < end; await sleep(500))
    during.push(...(await Promise.all(gateways.map((at) => sendFailures(at, token)))));
  await untilReady(processes['webhooks']!.adminUrl);
  await untilReached();
  await owner.revoke(token);
  const revoked = await failing(call(apiRoot(gateway), '/products', token));
  expect(revoked.status).toBe(401);

  const sent = [...before, ...during].flat();
  expect(statusesOf(sent.slice(0, 4))).toEqual([400, 403, 404, 409]);
  const items = await logged([...sent, revoked].map(({ requestId }) => requestId));
  expect(statusesOf(items)).toEqual(statusesOf([...sent, revoked]));
  const oneOf = (status: number) => items.find((item) => item.status === status);
  expect(oneOf(400)).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    requestId: expect.any(String),
    storeId: store.id,
    storeName: 'La Tienda',
    route: 'GET /products',
    status: 400,
    code: 'invalid_request',
    reason: 'invalid_value',
    field: 'limit',
    description: '',
    durationMs: expect.any(Number),
    docsPath: '/docs/errors/invalid_request',
  });
  expect(oneOf(403)).toMatchObject({ description: 'This needs the scope read_orders.' });
  expect(oneOf(404)).toMatchObject({ route: 'GET /products/:id', reason: 'not_found' });
  expect(oneOf(409)).toMatchObject({ code: 'conflict', reason: 'email_taken', field: 'email' });
  expect(oneOf(401)).toMatchObject({ code: 'invalid_token', description: 'The access token was revoked.' });
  expect(JSON.stringify(items)).not.toMatch(/secret-value|example\.com|eyJ/);

  const { routes } = await client.call(requestRoutes.stats, { params: paramsOf(), query: {} });
  const customers = routes.find(({ route }) => route === 'POST /customers')!;
  const writes = sent.length / 4;
  expect(customers).toMatchObject({ succeeded: writes, refused: writes, failed: 0, omitted: 0 });
  expect(customers.durationMsP95).toBeGreaterThan(0);
});

test('the log is filtered, searched by request id, and continued after an entry', async () => {
  const all = await tail();
  const [first, second] = all as [RequestFailure, RequestFailure];
  const { items } = await list({ requestId: second.requestId });
  expect(items).toEqual([second]);
  expect(await client.call(requestRoutes.get, { params: { ...paramsOf(), request: first.id } })).toEqual(
    first,
  );
  const ofStatus = await list({ status: 409, store: store.id, route: 'POST /customers', limit: 100 });
  expect(ofStatus.items.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter(({ status }) => status === 409)
      .map(({ id }) => id)
      .toSorted(),
  );
  const [earliest] = all.map(({ at }) => at).toSorted();
  expect((await list({ to: earliest })).items).toEqual([]);
  expect((await list({ from: earliest, limit: 100 })).items).toHaveLength(Math.min(100, all.length));
  expect(await tail(Number(first.id))).toEqual(all.slice(1));
});

test('a 429 and a refused token request are in the log; an unattributable request is not', async () => {
  store = await newStore('demo');
  app = await newApp(SCOPES);
  const { access_token: token } = await new AppClient(gateway, app).install(store.owner);
  const reads = await Promise.all(
    Array.from({ length: 60 }, () => call(apiRoot(gateway), '/products', token)),
  );
  const limited = reads.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  const forged = await call(apiRoot(gateway), '/products', `${token.slice(0, -6)}AAAAAA`);
  expect(forged.status).toBe(401);
  const grant = { grant_type: 'refresh_token', refresh_token: 'unknown' };
  const wrongSecret = { ...credentials(app), secret: 'wrong' };
  expect((await postToken(gateway, { basic: wrongSecret, form: grant })).status).toBe(401);
  const refused = await postToken(gateway, { basic: credentials(app), form: grant });
  const ids = [...limited, refused].map(({ headers }) => headers.get('x-request-id')!);
  const items = await logged(ids);
  expect(items).toHaveLength(ids.length);
  expect(items.find(({ status }) => status === 429)).toMatchObject({
    code: 'too_many_requests',
    docsPath: '/docs/errors/too_many_requests',
  });
  expect(items.find(({ storeId }) => storeId === '')).toMatchObject({
    route: 'POST /oauth/apps/token',
    status: 400,
    code: 'invalid_grant',
    description: 'The refresh token is not known.',
    docsPath: '/docs/oauth',
  });
});

test('a gateway that is stopped sends what it has not sent', async () => {
  const extra = await startGateway();
  const { access_token: token } = await new AppClient(gateway, app).install(store.owner);
  const forbidden = await failing(call(apiRoot(extra.url), '/orders', token));
  expect(await extra.stop()).toBe(0);
  const { items } = await list({ requestId: forbidden.requestId });
  expect(items).toEqual([expect.objectContaining({ status: 403 })]);
});

test("another developer's app has no log", async () => {
  const { client_id } = await newApp(SCOPES, { developerId: await newDeveloper() });
  const other = { ...paramsOf(), app: client_id };
  for (const route of [requestRoutes.list, requestRoutes.stats, requestRoutes.get]) {
    const { status } = await client.send(route, { params: { ...other, request: '1' } });
    expect(status).toBe(404);
  }
});
