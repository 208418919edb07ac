import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { versions } from '@commerce/public-api/versions.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { newOrder, newSellableProduct } from '../support/new-order.ts';
import { platform } from '../support/platform.ts';
import {
  expectedSignature,
  receiveWebhooks,
  type Received,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo, processes } = platform();
const store = demo.stores[1];
const EVENTS = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.cancelled',
  'product.created',
  'product.updated',
  'product.deleted',
  'products.bulk_updated',
  'stock.changed',
  'customer.created',
  'customer.updated',
];

const channel = new GrpcChannel(processes['webhooks']!.address, [WebhooksServiceService]);
const webhooks = channel.service(WebhooksServiceService);
let receiver: WebhookReceiver;
/** A writes, B receives webhooks. */
let a: TestApp;
let b: TestApp;
let shop: string;
/** Writes of the contract that the tests have covered. */
const tried = new Set<string>();

interface TestApp {
  id: string;
  path: string;
  secret: string;
  client: WritingClient;
}

const ctx = () => systemContext('webhooks-test', deadlineIn(30_000));

async function installed(path: string, scopes = allScopes()): Promise<TestApp> {
  const app = await newApp(scopes);
  const request = { appId: app.client_id, url: receiver.url(path), eventTypes: EVENTS };
  const { secret } = await webhooks.putEndpoint(ctx(), request);
  const { access_token } = await new AppClient(gateways[0], app).install(store.owner);
  return { id: app.client_id, path, secret: secret!, client: new WritingClient(gateways[0], access_token) };
}

beforeAll(async () => {
  receiver = await receiveWebhooks();
  [a, b] = [await installed('/a'), await installed('/b')];
  shop = (await a.client.get('/shops?limit=1')).body.data[0].id;
});
afterAll(async () => {
  channel.close();
  await receiver.close();
});

/** Writes through the API as A. @returns the matching webhook that B receives */
async function write(
  route: string,
  path: string,
  body: object | undefined,
  type: string,
  fits: (data: Received['body']) => boolean,
): Promise<{ answer: Received['body']; event: Received }> {
  tried.add(route);
  const from = receiver.at(b.path).length;
  const sent = { key: randomUUID(), ...(body && { body }) };
  const answer = await a.client.send(route.split(' ')[0]!, path, sent);
  expect([route, answer.status < 300 || answer.text]).toEqual([route, true]);
  const event = await receiver.until(b.path, ({ body: got }) => got.type === type && fits(got.data), from);
  expectSound(event, b.secret);
  return { answer: answer.body.data, event };
}

/** A sellable product, created as A. */
const newProduct = () => newSellableProduct(a.client, shop);

/** Creates a customer as A and waits for B's webhook. */
async function writeCustomer(name: string): Promise<Received> {
  const isIt = (data: { name: string }) => data.name === name;
  return (await write('POST /customers', '/customers', { name }, 'customer.created', isIt)).event;
}

/** Expects headers, body and signature as in the contract. */
function expectSound(event: Received, secret: string): void {
  const { headers, body } = event;
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': body.type,
    'x-service-event-id': body.id,
    'x-service-delivery': expect.stringMatching(/^dlv_/),
    'x-service-store': store.id,
    'webhook-id': body.id,
  });
  expect(body).toMatchObject({ id: expect.stringMatching(/^evt_/), store_id: store.id });
  expect(headers['x-service-signature']).toBe(expectedSignature(secret, event));
  expect(Math.abs(Date.now() / 1000 - Number(headers['x-service-timestamp']))).toBeLessThan(300);
}

describe('webhooks to other apps', () => {
  test('product, price and stock writes reach the other app as in a GET, and not the writer', async () => {
    const { answer, event: created } = await write(
      'POST /products',
      '/products',
      { name: 'Ñandú de peluche', sku: 'WH-1' },
      'product.created',
      ({ name }) => name === 'Ñandú de peluche',
    );
    const path = `/products/${answer.id}`;
    const isIt = ({ id }: { id: string }) => id === answer.id;
    const read = async () => (await b.client.get(path)).body.data;
    expect(created.body.data).toEqual(await read());
    expect(created.body).not.toHaveProperty('meta');

    const patched = await write('PATCH /products/:id', path, { name: 'Ñandú' }, 'product.updated', isIt);
    expect(patched.event.body.data).toEqual(await read());
    expect(patched.event.body.data.name).toBe('Ñandú');

    const isPriced = (data: Received['body']) => isIt(data) && data.price === 1234.5;
    const prices = `/prices/${answer.id}`;
    const priced = await write(
      'PUT /prices/:productId',
      prices,
      { price: 1234.5 },
      'product.updated',
      isPriced,
    );
    expect(priced.event.body.data).toEqual(await read());

    const adjusted = await write(
      'POST /stock/adjustments',
      '/stock/adjustments',
      { shop, product: answer.id, delta: 7 },
      'stock.changed',
      (data) => data.product_id === answer.id,
    );
    const rows = (await b.client.get(`/stock?shop=${shop}&product=${answer.id}`)).body.data;
    expect([adjusted.event.body.data]).toEqual(rows);

    const counted = await write(
      'POST /stock/adjustments/batch',
      '/stock/adjustments/batch',
      { adjustments: [{ shop, product: answer.id, set: 4 }] },
      'stock.changed',
      (data) => data.product_id === answer.id && data.on_hand === 4,
    );
    expect(counted.answer).toEqual([{ status: 200, data: counted.event.body.data }]);

    const deleted = await write('DELETE /products/:id', path, undefined, 'product.deleted', isIt);
    expect(deleted.event.body).toMatchObject({ data: { id: answer.id }, meta: { sku: 'WH-1' } });
  });

  test('order writes reach the other app as in a GET, and not the writer', async () => {
    const order = await newOrder(store.id, shop, await newProduct());
    const isIt = ({ id }: { id: string }) => id === order.id;
    const isOfProduct = ({ body }: Received) => body.type === 'order.created' && isIt(body.data);
    // Not an echo: both apps receive what a person does.
    expectSound(await receiver.until(b.path, isOfProduct), b.secret);
    expectSound(await receiver.until(a.path, isOfProduct), a.secret);
    const read = async () => (await b.client.get(`/orders/${order.id}`)).body.data;
    const moved = await write(
      'POST /orders/:id/status',
      `/orders/${order.id}/status`,
      { status: 'shipped' },
      'order.updated',
      isIt,
    );
    expect(moved.event.body).toEqual({
      id: moved.event.body.id,
      type: 'order.updated',
      created_at: expect.any(String),
      store_id: store.id,
      data: await read(),
      meta: { status: 'shipped', previous_status: expect.any(String), changed: ['status'] },
    });
    const tracked = await write(
      'POST /orders/:id/fulfillment',
      `/orders/${order.id}/fulfillment`,
      { tracking_number: 'AR-7' },
      'order.updated',
      (data) => isIt(data) && data.shipping.tracking_number === 'AR-7',
    );
    expect(tracked.event.body.data).toEqual(await read());
    expect(tracked.event.body.meta).not.toHaveProperty('previous_status');
  });

  test('customer writes reach the other app as in a GET, and not the writer', async () => {
    const email = `${randomUUID()}@example.com`;
    const { answer, event } = await write(
      'POST /customers',
      '/customers',
      { name: 'Ana', email },
      'customer.created',
      (data) => data.email === email,
    );
    const read = async () => (await b.client.get(`/customers/${answer.id}`)).body.data;
    expect(event.body.data).toEqual(await read());
    const changed = await write(
      'PATCH /customers/:id',
      `/customers/${answer.id}`,
      { name: 'Ana María' },
      'customer.updated',
      ({ id }) => id === answer.id,
    );
    expect(changed.event.body.data).toEqual(await read());
  });

  test('the tests cover every write of the contract, and no app receives its own writes', async () => {
    const writes = Object.values(versions[0]!.routes).filter(({ method }) => method !== 'GET');
    const names = writes.map(({ method, path }) => `${method} ${path}`);
    expect([...tried, 'DELETE /installation'].toSorted()).toEqual(names.toSorted());
    // A receives later writes of B from every service.
    const later = [
      (await b.client.newProduct()).id,
      (await b.client.send('POST', '/customers', { body: { name: 'Luz' } })).body.data.id,
      (await newOrder(store.id, shop, await newProduct())).id,
    ];
    for (const id of later) await receiver.until(a.path, ({ body }) => body.data.id === id);
    // An order reserves stock: both events have its creator as actor.
    const rest = receiver.at(a.path).filter(({ body: { data } }) => !later.includes(data.id));
    expect(rest.filter(({ body }) => !/^(order\.created|stock\.changed)$/.test(body.type))).toEqual([]);
  });
});

test('deliveries after a rotation are signed with the new secret', async () => {
  const { secret } = await webhooks.rotateSecret(ctx(), { appId: b.id });
  const old = b.secret;
  b.secret = secret;
  const event = await writeCustomer('Rotada');
  expect(event.headers['x-service-signature']).not.toBe(expectedSignature(old, event));
});

test('an app without the read scope of a resource receives no webhooks of it', async () => {
  const c = await installed('/c', ['read_products']);
  const [product, later] = [await newProduct(), await writeCustomer('Oculta').then(newProduct)];
  const isIt = ({ body }: Received) => body.data.id === product;
  await receiver.until(c.path, isIt);
  await receiver.until(c.path, ({ body }) => body.data.id === later);
  expect(receiver.at(c.path).filter(({ body }) => !body.type.startsWith('product.'))).toEqual([]);
  expect(receiver.at(c.path).find(isIt)!.body.data).not.toHaveProperty('cost');
});

test('an uninstalled app receives app.uninstalled and then nothing more of the store', async () => {
  expect((await b.client.send('DELETE', '/installation')).status).toBe(200);
  const gone = await receiver.until(b.path, ({ body }) => body.type === 'app.uninstalled');
  expectSound(gone, b.secret);
  expect(gone.body).toMatchObject({
    data: { app_id: b.id, store_id: store.id, status: 'uninstalled' },
    meta: { app_id: b.id, uninstalled_by: 'app' },
  });
  const order = await newOrder(store.id, shop, await newProduct());
  await receiver.until(a.path, ({ body }) => body.type === 'order.created' && body.data.id === order.id);
  const { eventId } = await webhooks.sendPing(ctx(), { appId: b.id });
  const ping = await receiver.until(b.path, ({ body }) => body.id === eventId);
  expect(receiver.at(b.path).slice(-2)).toEqual([gone, ping]);
});
