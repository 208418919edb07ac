import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { AppUninstalled } from '@commerce/proto/commerce/auth/v1/events.ts';
import { ProductChanged, ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { listen, type Listener } from '../support/listen.ts';
import { newApp } from '../support/new-app.ts';
import { newOrder, newSellableProduct } from '../support/new-order.ts';
import { platform } from '../support/platform.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo } = platform();
const store = demo.stores[1];

let listener: Listener;
let tokens: Tokens;
let appId: string;
let client: WritingClient;
let shop: string;

beforeAll(async () => {
  listener = await listen();
  const app = new AppClient(gateways[0], await newApp());
  appId = app.app.client_id;
  tokens = await app.install(store.owner);
  client = new WritingClient(gateways[0], tokens.access_token);
  shop = (await client.get('/shops?limit=1')).body.data[0].id;
});
afterAll(() => listener.close());

/** Writes by subject, each of which makes its service publish a later event; @returns the subject of that event */
const LATER: Record<string, (subjectId: string) => Promise<string>> = {
  product: async () => (await client.newProduct()).id,
  customer: async () => (await client.send('POST', '/customers', { body: { name: 'Luz' } })).body.data.id,
  app: async () => (await new AppClient(gateways[0], await newApp()).install(store.owner)).installation_id,
  async order(subjectId) {
    const { data } = (await client.get('/orders?status=shipped&limit=2')).body;
    const { id } = data.find((order: { id: string }) => order.id !== subjectId);
    const body = { tracking_number: randomUUID() };
    expect((await client.send('POST', `/orders/${id}/fulfillment`, { body })).status).toBe(200);
    return id;
  },
};

/** Waits for the only event of a subject, and for a later event, so that a second one would be noticed. */
async function onlyEvent(subjectId: string, type: string): Promise<Event> {
  const fits = (event: Event) => event.subjectId === subjectId && event.type === type;
  await listener.until(1, fits);
  const before = listener.events.length;
  const later = await LATER[type.split('.')[0]!]!(subjectId);
  await listener.until(1, (event) => event.subjectId === later && listener.events.indexOf(event) >= before);
  const found = listener.events.filter(fits);
  expect(found).toHaveLength(1);
  return found[0]!;
}

function expectOfApp({ actor, storeId, id }: Event): void {
  expect(id).toMatch(/^evt_/);
  expect([storeId, actor]).toEqual([
    store.id,
    { kind: Actor_Kind.INSTALLATION, id: tokens.installation_id, appId },
  ]);
}

describe('events have the app as their actor', () => {
  test('creating, changing, pricing and retiring a product publishes the events in this order with the app as actor', async () => {
    const product = await client.newProduct({ sku: 'EVT-1' });
    expect([product.price, product.visibility]).toEqual([0, 'INTERNAL']);
    expectOfApp(await onlyEvent(product.id, 'product.created'));

    const patched = await client.send('PATCH', `/products/${product.id}`, { body: { name: 'Otro nombre' } });
    expect(patched.body.data.name).toBe('Otro nombre');
    const updated = await onlyEvent(product.id, 'product.updated');
    expectOfApp(updated);
    expect(updated.occurredAtMs).toBe(Date.parse(patched.body.data.updated_at));
    expect(ProductChanged.decode(updated.payload).facts).toMatchObject({
      productId: product.id,
      sku: 'EVT-1',
    });

    const priced = await client.send('PUT', `/prices/${product.id}`, { body: { price: 99.99 } });
    expect(priced.body.data.price).toBe(99.99);
    const [, second] = await listener.until(
      2,
      (event) => event.subjectId === product.id && event.type === 'product.updated',
    );
    expectOfApp(second!);

    const retired = await client.send('DELETE', `/products/${product.id}`);
    expect([retired.status, retired.body]).toEqual([200, { data: { id: product.id, deleted: true } }]);
    const deleted = await onlyEvent(product.id, 'product.deleted');
    expectOfApp(deleted);
    expect(ProductDeleted.decode(deleted.payload).sku).toBe('EVT-1');
    const events = listener.events.filter(
      (event) => event.subjectId === product.id && event.type.startsWith('product.'),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'product.created',
      'product.updated',
      'product.updated',
      'product.deleted',
    ]);
    expect((await client.get(`/products/${product.id}`)).status).toBe(404);
  });

  test('a stock adjustment publishes its event with the app as actor', async () => {
    const { id } = await client.newProduct();
    const adjust = (body: object) =>
      client.send('POST', '/stock/adjustments', { key: randomUUID(), body: { shop, product: id, ...body } });
    const answer = await adjust({ delta: 7, reason: 'alta' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { shop_id: shop, product_id: id, sku: null, on_hand: 7, available: 7 },
    ]);
    const isOurs = (event: Event) =>
      event.type === 'stock.changed' && StockChanged.decode(event.payload).productId === id;
    const [changed] = await listener.until(1, isOurs);
    expectOfApp(changed!);
    expect(StockChanged.decode(changed!.payload)).toMatchObject({ shopId: shop, onHand: 7, available: 7 });
    await adjust({ set: 7 });
    await adjust({ set: 2 });
    await listener.until(2, isOurs);
    const row = (await client.get(`/stock?shop=${shop}&product=${id}`)).body.data[0];
    expect([row.on_hand, row.available]).toEqual([2, 2]);
    expect(listener.events.filter(isOurs)).toHaveLength(2);
  });

  test('the status changes of an order are published with the app as actor', async () => {
    const order = await newOrder(store.id, shop, await newSellableProduct(client, shop));
    const moved = await client.send('POST', `/orders/${order.orderNumber}/status`, {
      body: { status: 'confirmed', notes: 'En depósito' },
    });
    expect([moved.status, moved.body.data.status]).toEqual([200, 'confirmed']);
    const event = await onlyEvent(order.id, 'order.updated');
    expectOfApp(event);
    expect(OrderUpdated.decode(event.payload)).toMatchObject({
      status: 'confirmed',
      previousStatus: 'pending',
      changed: ['status'],
    });
    const again = await client.send('POST', `/orders/${order.id}/status`, { body: { status: 'confirmed' } });
    expect(again.status).toBe(200);
    await onlyEvent(order.id, 'order.updated');
    await client.send('POST', `/orders/${order.id}/status`, { body: { status: 'shipped' } });
    const back = await client.send('POST', `/orders/${order.id}/status`, { body: { status: 'confirmed' } });
    expect([back.status, back.body.details[0].reason]).toEqual([409, 'invalid_transition']);
  });

  test('creating and changing a customer publishes the events with the app as actor', async () => {
    const email = `${randomUUID()}@example.com`;
    const created = await client.send('POST', '/customers', { body: { name: 'Ana', email } });
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    expectOfApp(await onlyEvent(id, 'customer.created'));
    await client.send('PATCH', `/customers/${id}`, { body: { name: 'Ana María' } });
    expectOfApp(await onlyEvent(id, 'customer.updated'));
  });
});

describe('read your writes', () => {
  test('a price is readable immediately after its write at every gateway and endpoint', async () => {
    const other = new WritingClient(gateways[1], client.token);
    const { id } = await client.newProduct();
    for (const price of [10, 20.5, 30.25]) {
      const answer = await client.send('PUT', `/prices/${id}`, { body: { price } });
      expect([answer.status, answer.body.data.price]).toEqual([200, price]);
      const since = encodeURIComponent(answer.body.data.updated_at);
      const [one, list, resolved] = await Promise.all([
        other.get(`/products/${id}`),
        other.get(`/products?updated_since=${since}`),
        other.get(`/prices?shop=${shop}&product=${id}`),
      ]);
      expect(one.body.data).toEqual(answer.body.data);
      expect(list.body.data.find((product: { id: string }) => product.id === id)).toEqual(answer.body.data);
      const [row] = resolved.body.data;
      expect(row.source === 'base' ? row.price : price).toBe(price);
    }
  });
});

test('an app that uninstalls itself is refused from the next request on at every gateway, and the uninstall is published', async () => {
  const app = new AppClient(gateways[0], await newApp());
  const { access_token, installation_id } = await app.install(store.owner);
  const leaving = new WritingClient(gateways[0], access_token);
  const answer = await leaving.send('DELETE', '/installation');
  expect([answer.status, answer.body]).toEqual([200, { data: { uninstalled: true } }]);
  for (const gateway of gateways)
    expect((await new WritingClient(gateway, access_token).get('/store')).status).toBe(401);
  const event = await onlyEvent(installation_id, 'app.uninstalled');
  const { installation, uninstalledBy } = AppUninstalled.decode(event.payload);
  expect([installation?.status, installation?.appId, uninstalledBy]).toEqual([
    InstallationStatus.UNINSTALLED,
    app.app.client_id,
    UninstalledBy.APP,
  ]);
});
