import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { SANDBOX_EVENTS, sandboxRoutes, type SandboxView } from '@commerce/console-api/routes/sandbox.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { call } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, newStore, type TestPerson } from '../support/new-store.ts';
import { apiRoot, pidOf, platform } from '../support/platform.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways } = platform();
const [gateway] = gateways;

let person: TestPerson;
let client: ConsoleClient;
let developer: string;
let store: string;
let token: string;
let receiver: WebhookReceiver;

const params = () => ({ developer, store });

/** Waits until the sample data is in a state, as a CLI polls it. */
const untilView = (fits: (view: SandboxView) => boolean): Promise<SandboxView> =>
  until<SandboxView>(async () => {
    const answer = await client.send(sandboxRoutes.get, { params: params() });
    // While orders is down, the answer is 503.
    return answer.status === 200 && fits(answer.body) && answer.body;
  }, 'the state of the sample data');

/** All entries of a list of the public API. */
async function list(path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let cursor = ''; ;) {
    const { status, body, text } = await call(apiRoot(gateway), `${path}${cursor}`, token);
    if (status === 429) {
      await sleep(body.retryAfter * 1_000);
      continue;
    }
    if (status !== 200) throw new Error(text);
    all.push(...body.data);
    const next = body.pagination?.next_cursor ?? body.next_cursor;
    if (!next) return all;
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${next}`;
  }
}

/** Fields of the entries as text, in a fixed order. */
const contents = (entries: Record<string, unknown>[], ...fields: string[]): string[] =>
  entries.map((entry) => JSON.stringify(fields.map((field) => entry[field]))).toSorted();

/** Contents of the store, without ids and times. */
async function snapshot() {
  const shops = await list('/shops');
  const stock = await Promise.all(shops.map(({ id }) => list(`/stock?shop=${String(id)}`)));
  return {
    shops: contents(shops, 'name', 'address'),
    products: contents(
      await list('/products'),
      'name',
      'sku',
      'price',
      'variant_axes',
      'has_variants',
      'visibility',
    ),
    categories: contents(await list('/categories'), 'name'),
    brands: contents(await list('/brands'), 'name'),
    lists: contents(await list('/price-lists'), 'name'),
    stock: stock.map((rows) => contents(rows, 'sku', 'on_hand', 'available')),
    prices: (await Promise.all(shops.map(({ id }) => list(`/prices?shop=${String(id)}`)))).map((rows) =>
      contents(rows, 'price', 'original_price', 'source'),
    ),
    customers: contents(await list('/customers'), 'name', 'email', 'phone'),
    orders: contents(await list('/orders'), 'order_number', 'status', 'source', 'total', 'payment'),
  };
}

/** Parts of an order. */
interface MadeOrder {
  line_items: { product_id: string; quantity: number }[];
  payment: { status: string };
}

let seeded: Awaited<ReturnType<typeof snapshot>>;

beforeAll(async () => {
  receiver = await receiveWebhooks();
  person = await newPerson();
  developer = await newDeveloper('Sandbox', [person]);
  client = await ConsoleClient.of(gateway, person);
});
afterAll(() => receiver.close());

describe('a test store with sample data', () => {
  test('is completed without duplicates when orders is killed while it makes the data', async () => {
    const body = { name: 'Tienda de ejemplo', seed: 'small' as const };
    const created = await client.call(developerRoutes.createStore, { params: { developer }, body });
    store = created.id;
    const { total, state } = await untilView(({ done }) => done >= 8);
    expect([total, state]).toEqual([2 + 20 + 10 + 15, 'seeding']);
    process.kill((await pidOf('orders'))!, 'SIGKILL');
    const ready = await untilView((view) => view.state !== 'seeding');
    expect(ready).toEqual({ seed: 'small', state: 'ready', total, done: total, failure: '' });
    // The first call loads Prisma's compiler: on a busy machine that takes longer than a health check may, and calls are refused.
    const { items } = await client.call(orderRoutes.list, { params: { store }, query: {} });
    const input = { params: { store, order: items[0]!.id }, query: {} };
    await expect.poll(async () => (await client.send(orderRoutes.history, input)).status).toBe(200);
  });

  test('has products, prices, stock, orders and customers in the public API', async () => {
    const app = await newApp();
    const types = [...SANDBOX_EVENTS, 'product.created', 'product.deleted'];
    await addEndpoint(app.client_id, receiver.url('/sandbox'), types);
    token = (await new AppClient(gateway, app).install(person)).access_token;
    seeded = await snapshot();
    expect(seeded.shops).toHaveLength(2);
    expect(new Set(seeded.products).size).toBe(20);
    expect(seeded.products).toHaveLength(20);
    expect(seeded.products.filter((each) => each.includes('"PUBLIC"'))).toHaveLength(20);
    expect(seeded.products.some((each) => each.includes('Talle'))).toBe(true);
    expect(seeded.categories).toHaveLength(8);
    expect(seeded.brands).toHaveLength(5);
    expect(seeded.lists).toEqual(['["Mayorista"]']);
    expect(seeded.customers).toHaveLength(10);
    const orders = await list('/orders');
    expect(orders.map((order) => order['order_number'] as string).toSorted()).toEqual(
      Array.from({ length: 15 }, (_, n) => String(1001 + n)),
    );
    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set(['pending', 'preparing', 'shipped', 'delivered', 'cancelled']),
    );
    const sources = seeded.prices.flat().map((each) => (JSON.parse(each) as string[])[2]);
    expect(new Set(sources)).toEqual(new Set(['base', 'price_list', 'promotion']));
    expect(seeded.stock.flat().some((each) => each.endsWith(',0,0]'))).toBe(true);
  });
});

/** Makes a change; returns what it made. */
const act = (event: (typeof SANDBOX_EVENTS)[number], more: object = {}) =>
  client.call(sandboxRoutes.act, { params: params(), body: { event, ...more } });

describe('changes of a test store', () => {
  test.each(SANDBOX_EVENTS)(
    '%s is made by the person and arrives in the feed and at the webhook',
    async (event) => {
      const made = await act(event);
      const id = (
        event.startsWith('order')
          ? made.orderId
          : event.startsWith('customer')
            ? made.customerId
            : made.productId
      )!;
      expect(id).toMatch(/^(ord|cus|prd)_/);
      const received = await receiver.until(
        '/sandbox',
        ({ body }) => body.type === event && (body.data.id ?? body.data.product_id) === id,
      );
      const feed = await list('/events?limit=100');
      expect(feed.map(({ id: eventId }) => eventId)).toContain(received.body.id);
    },
  );

  test('a chosen product is sold at the point of sale, and the sale is delivered and paid', async () => {
    const products = await list('/products');
    const [shop] = await list('/shops');
    const stock = await list(`/stock?shop=${String(shop!['id'])}`);
    const row = stock.find(({ available }) => Number(available) > 3)!;
    const chosen = { productId: row['product_id'], variantId: row['variant_id'], shopId: shop!['id'] };
    const made = await act('order.created', { source: 'pos', quantity: 2, ...chosen });
    expect(made.status).toBe('delivered');
    const [order] = (await list(`/orders?ids=${made.orderId}`)) as unknown as MadeOrder[];
    expect(products.map(({ id }) => id)).toContain(order!.line_items[0]!.product_id);
    expect(order!.line_items[0]).toMatchObject({ product_id: row['product_id'], quantity: 2 });
    expect(order!.payment.status).toBe('paid');
    const path = { store, order: made.orderId! };
    const { items } = await client.call(orderRoutes.history, { params: path, query: {} });
    expect(new Set(items.map(({ actorKind, actorId }) => `${actorKind} ${actorId}`))).toEqual(
      new Set([`person ${person.id}`]),
    );
  });

  test('a repeated request with its key makes one order', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      client.send(sandboxRoutes.act, { params: params(), body: { event: 'order.created' }, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  });

  test('an order that cannot change like that is refused', async () => {
    const { orderId } = await act('order.cancelled');
    const answer = await client.send(sandboxRoutes.act, {
      params: params(),
      body: { event: 'order.paid', orderId },
    });
    expect([answer.status, answer.body.details[0].reason]).toEqual([409, 'invalid_transition']);
  });
});

describe('a reset', () => {
  longTest('makes the same data again, and keeps installation, token and webhook', async () => {
    const before = await list('/products');
    const [stamp] = before
      .map(({ updated_at }) => String(updated_at))
      .toSorted()
      .toReversed();
    const started = await client.call(sandboxRoutes.reset, { params: params(), body: {} });
    expect(started).toMatchObject({ seed: 'small', state: 'seeding' });
    const busy = await client.send(sandboxRoutes.act, { params: params(), body: { event: 'order.created' } });
    expect([busy.status, busy.body.details[0].reason]).toEqual([409, 'sandbox_busy']);
    await untilView(({ state }) => state === 'ready');
    expect(await snapshot()).toEqual(seeded);
    const after = await list(`/products?updated_since=${encodeURIComponent(stamp!)}`);
    expect(after).toHaveLength(20);
    const ids = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(await list(`/products?ids=${[...ids].join(',')}`)).toEqual([]);
    const deleted = (await list('/events?limit=100')).filter(({ type }) => type === 'product.deleted');
    expect(deleted).toHaveLength(20);
    await receiver.until('/sandbox', ({ body }) => body.type === 'product.created' && !ids.has(body.data.id));
  });

  test('without sample data leaves an empty store', async () => {
    await client.call(sandboxRoutes.reset, { params: params(), body: { seed: 'none' } });
    await untilView(({ state, seed }) => seed === 'none' && state === 'ready');
    const empty = await snapshot();
    expect(Object.values(empty).flat()).toEqual([]);
    const answer = await client.send(sandboxRoutes.act, {
      params: params(),
      body: { event: 'order.created' },
    });
    expect([answer.status, answer.body.details[0].reason]).toEqual([409, 'no_candidate']);
  });
});

test("a store of another developer and a merchant's store are not found", async () => {
  const other = await newPerson();
  const theirs = await newDeveloper('Sandbox', [other]);
  const stranger = await ConsoleClient.of(gateway, other);
  // The person owns the store as a merchant: that does not make it a test store.
  const merchants = await newStore('enterprise', { owner: other });
  for (const [name, route] of Object.entries(sandboxRoutes))
    for (const id of [store, merchants.id, 'sto_unknown']) {
      const body = { reset: {}, act: { event: 'customer.created' }, get: undefined }[name];
      const answer = await stranger.send(route, { params: { developer: theirs, store: id }, body });
      expect([name, answer.status]).toEqual([name, 404]);
    }
});
