import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { consoleRoutes } from '@commerce/console-api/index.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { untilAvailable, type Answer } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { consoleExamples } from '../support/console-examples.ts';
import type { Example, Known } from '../support/console-examples/example.ts';
import { newFilledWorld, type FilledWorld } from '../support/filled-world.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { endpointsOf } from '../support/service-endpoints.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways, demo, databaseUrls, adminDatabaseUrl } = platform();
/** Concurrent clients, so that the statements are prepared on every connection of a pool. */
const CLIENTS = 20;
/** Concurrent calls of each read of the pages, which are many. */
const PAGE_CALLS = 8;
/** Concurrent worlds: everything that people create. */
const WORLDS = 3;
const EVENTS = ['product.created', 'product.updated', 'order.created', 'order.paid', 'customer.created'];
const HOOKS = '/expand';

let store: StockedStore;
let receiver: WebhookReceiver;
let world: FilledWorld;
/** Clients of the app that writes, and of the one that receives webhooks, at both gateways. */
let writers: WritingClient[];
let subscribers: WritingClient[];
let owner: ConsoleClient;
let tokens: Tokens;
let app: AppClient;
let pages: (() => Promise<[name: string, answer: Answer]>)[];

beforeAll(async () => {
  store = await newStockedStore(gateways[0]);
  owner = store.client;
  receiver = await receiveWebhooks();
  app = new AppClient(gateways[0], await newApp());
  tokens = await app.install(store.owner);
  writers = gateways.map((gateway) => new WritingClient(gateway, tokens.access_token));
  subscribers = await newSubscribers();
  world = await newFilledWorld(gateways[0], { name: 'Mundo', text: 'Texto' });
  pages = await pageReads();
});
afterAll(() => receiver.close());

/** Installs an app with a webhook endpoint. @returns its clients */
async function newSubscribers(): Promise<WritingClient[]> {
  const subscriber = await newApp();
  await addEndpoint(subscriber.client_id, receiver.url(HOOKS), EVENTS);
  const { access_token } = await new AppClient(gateways[0], subscriber).install(store.owner);
  return gateways.map((gateway) => new WritingClient(gateway, access_token));
}

/** Every read of the console with the ids of the world, each with its example's query and without. */
async function pageReads(): Promise<typeof pages> {
  const known: Known = {
    store: world.ids['store']!,
    developer: world.ids['developer']!,
    first: async (path) => world.ids[{ '/categories': 'category' }[path] ?? path.slice(1, -1)]!,
  };
  const staff = await ConsoleClient.of(gateways[0], demo.platform);
  const developer = await ConsoleClient.of(gateways[0], world.developer);
  const person = await ConsoleClient.of(gateways[0], world.owner);
  const reads = Object.entries(consoleRoutes).flatMap(([area, routes]) =>
    Object.entries(routes as Record<string, AnyConsoleRoute>)
      .filter(([, { method }]) => method === 'GET')
      .map(async ([name, route]) => {
        const examples = consoleExamples as Record<
          string,
          Record<string, (known: Known) => Promise<Example>>
        >;
        const { params = {}, query = {} } = await examples[area]![name]!(known);
        const client =
          route.access === 'staff' ? staff : route.path.includes(':developer') ? developer : person;
        return [query, {}].map((given) => async (): Promise<[string, Answer]> => {
          const input = { params: { ...params, ...world.ids }, query: given };
          return [`page ${area}.${name} ${JSON.stringify(given)}`, await client.send(route, input)];
        });
      }),
  );
  return (await Promise.all(reads)).flat(2);
}

/** Requests that failed, and webhooks that did not arrive. */
let failures: string[];

function note(name: string, { status, body }: Answer, firstFailure = 400): void {
  if (status < firstFailure) return;
  const reasons = (body?.details ?? []).map(({ reason }: { reason: string }) => reason);
  failures.push([name, status, body?.code, ...reasons].join(' '));
}

/** Sends a request, and again while the platform has no capacity for it. */
const unlessBusy = (send: () => Promise<Answer>) => untilAvailable(send, (answer) => answer);

async function write(n: number, route: string, body: object): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string];
  const key = randomUUID();
  const answer = await unlessBusy(() => writers[n % 2]!.send(method, path, { key, body }));
  note(route.replace(/(_[a-z0-9]{26})/, ''), answer);
  return answer;
}

/** Calls a route of the console as the owner. */
async function act(route: AnyConsoleRoute, params: Record<string, string>, body: object): Promise<Answer> {
  const answer = await owner.send(route, { params: { store: store.id, ...params }, body });
  note(`${route.method} ${route.path}`, answer);
  return answer;
}

/** Writes a product, a customer and an order in all their steps. @returns the events that must arrive */
async function trade(n: number): Promise<[type: string, id: string][]> {
  const shop = store.shops[0];
  const product = (await write(n, 'POST /products', { name: `Producto ${randomUUID()}` })).body.data?.id;
  await write(n, `PATCH /products/${product}`, { visibility: 'PUBLIC' });
  await write(n, `PUT /prices/${product}`, { price: 150.5 });
  await write(n, 'POST /stock/adjustments', { shop, product, delta: 10 });
  const email = `${randomUUID()}@example.com`;
  const customer = (await write(n, 'POST /customers', { name: 'Ana', email })).body.data?.id;
  await write(n, `PATCH /customers/${customer}`, { name: 'Ana María' });
  const made = await act(orderRoutes.create, {}, newOrder(product, customer));
  const { id: order, updatedAt: version } = made.body.order ?? {};
  await act(orderRoutes.setPayment, { order }, { outcome: 'confirmed', version });
  await write(n, `POST /orders/${order}/status`, { status: 'shipped' });
  await write(n, `POST /orders/${order}/fulfillment`, { tracking_number: 'AR-7' });
  return [
    ['product.created', product],
    ['product.updated', product],
    ['customer.created', customer],
    ['order.created', order],
    ['order.paid', order],
  ];
}

const newOrder = (productId: string, customerId: string) => ({
  source: 'online',
  shopId: store.shops[0],
  customerId,
  lines: [
    { productId, quantity: 1 },
    { name: 'Grabado', unitPriceCentavos: 100, quantity: 1 },
  ],
  shipping: {
    methodType: 'carrier',
    methodName: 'Correo',
    priceCentavos: 0,
    address: { street: 'Mitre', streetNumber: '100', city: 'Salta', state: 'Salta', postalCode: '4400' },
    recipientName: 'Ana',
    recipientPhone: '',
    recipientDocument: '',
  },
  paymentGateway: 'bank_transfer',
  discountCentavos: 0,
});

/** Calls every read of the public API from all clients. */
async function readPublic(): Promise<void> {
  const { token } = subscribers[0]!;
  const endpoints = [...(await endpointsOf(gateways[0], token)).map(({ path }) => path), '/events'];
  for (const path of endpoints)
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) =>
        note(`GET ${path}`, await unlessBusy(() => subscribers[n % 2]!.get(path))),
      ),
    );
}

/** Calls every read of the pages; some ids of the examples do not exist. */
async function readPages(): Promise<void> {
  for (const read of pages)
    await Promise.all(Array.from({ length: PAGE_CALLS }, async () => note(...(await read()), 500)));
}

/** Runs work that throws when a request fails. */
const attempt = (name: string, work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => failures.push(`${name}: ${String(error)}`));

/** Uses the statements of all services. @returns what failed */
async function useEverything(): Promise<string[]> {
  failures = [];
  const from = receiver.at(HOOKS).length;
  const events = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => trade(n)));
  await attempt('public reads', readPublic());
  await readPages();
  for (let n = 0; n < WORLDS; n++)
    await attempt(
      'refresh',
      app.refresh(tokens.refresh_token).then((next) => (tokens = next)),
    );
  const worlds = Array.from({ length: WORLDS }, () =>
    newFilledWorld(gateways[0], { name: 'Mundo', text: 'Texto' }),
  );
  await Promise.all(worlds.map((made) => attempt('world', made)));
  const received = (type: string, id: string) =>
    receiver.until(HOOKS, ({ body }) => body.type === type && body.data.id === id, from);
  const arrivals = events.flat().map(([type, id]) => attempt(`webhook ${type}`, received(type, id)));
  await Promise.all(arrivals);
  return [...new Set(failures)];
}

/** Alters every table of every service's database. */
async function alterTables(change: string): Promise<void> {
  for (const url of Object.values(databaseUrls)) {
    const admin = new URL(adminDatabaseUrl);
    admin.pathname = new URL(url).pathname;
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c
         join information_schema.tables t on t.table_name = c.relname and t.table_type = 'BASE TABLE'
         where t.table_schema = 'public' and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
      );
      expect(rows).not.toEqual([]);
      for (const { name } of rows) await client.query(`alter table ${name} ${change}`);
    } finally {
      await client.end();
    }
  }
}

test('processes of the previous version keep working after every table gets a column, and after it loses it again', async () => {
  expect(await useEverything()).toEqual([]);
  try {
    await alterTables('add column expand_probe int not null default 7');
    expect(await useEverything()).toEqual([]);
  } finally {
    await alterTables('drop column if exists expand_probe');
  }
  expect(await useEverything()).toEqual([]);
});
