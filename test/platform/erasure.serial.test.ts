import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import pg from 'pg';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { pidOf, platform } from '../support/platform.ts';
import { searchDatabases } from '../support/search-databases.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { receiveWebhooks, type Received, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways, databaseUrls } = platform();
const EVENTS = ['customer.created', 'customer.updated', 'order.created', 'order.updated'];

let store: StockedStore;
let app: WritingClient;
let receiver: WebhookReceiver;
/** Unique suffix of the person's name and the idempotency keys of a test. */
let run: string;
/** Data of the person in the databases, searched when `customers.redact` is received. */
let search: Promise<string[]> | undefined;
/** Personal data of the customer of a test. */
let secrets: string[];
let person: { name: string; email: string; phone: string; dni: string; street: string };
let customer: string;

beforeAll(async () => {
  store = await newStockedStore(gateways[0]);
  receiver = await receiveWebhooks({
    onReceived: (received) => {
      if (isRedact(received)) search ??= searchDatabases(secrets);
    },
  });
  const testApp = await newApp(allScopes());
  await addEndpoint(testApp.client_id, receiver.url('/'), EVENTS);
  const { access_token: token } = await new AppClient(gateways[0], testApp).install(store.owner);
  app = new WritingClient(gateways[0], token);
});
afterAll(() => receiver.close());

const params = () => ({ store: store.id, customer });
const createWrite = () => {
  const { name, email, phone, dni } = person;
  return { key: `create-${run}`, body: { name, email, phone, document: { type: 'DNI', number: dni } } };
};
const orderWrite = (what: string, id: string) => ({
  key: `${what}-${id}`,
  body: { tracking_number: 'AR-77' },
});

beforeEach(async () => {
  run = randomUUID().slice(0, 8);
  const digits = String(randomInt(1_000_000, 10_000_000));
  person = {
    name: `Zulemita ${run}`,
    email: `zulema.${run}@example.com`,
    phone: `11 5${digits}`,
    dni: `3${digits}`,
    street: `Pasaje ${run}`,
  };
  secrets = [person.name, person.email, person.phone, `115${digits}`, person.dni, person.street];
  search = undefined;
  const created = await app.send('POST', '/customers', createWrite());
  expect([created.status, created.body.data.name]).toEqual([201, person.name]);
  customer = created.body.data.id;
});

/** An open order of the customer, with a fulfillment by the app. */
async function newOrder(): Promise<string> {
  const { order } = await store.client.call(orderRoutes.create, {
    params: { store: store.id },
    body: {
      source: 'phone',
      shopId: store.shops[0],
      customerId: customer,
      lines: [{ productId: store.product.id, quantity: 1 }],
      shipping: {
        methodType: 'carrier',
        methodName: 'Correo',
        priceCentavos: 0,
        recipientName: person.name,
        recipientPhone: person.phone,
        recipientDocument: person.dni,
        address: {
          street: person.street,
          streetNumber: '9',
          city: 'Rosario',
          state: 'Santa Fe',
          postalCode: '2000',
        },
      },
      paymentGateway: 'credit_account',
      discountCentavos: 0,
    },
  });
  const { body } = await receiver.until('/', (received) => received.body.data.id === order.id);
  expect(JSON.stringify(body)).toContain(person.name);
  const sent = await app.send('POST', `/orders/${order.id}/fulfillment`, orderWrite('fulfill', order.id));
  expect([sent.status, sent.body.data.customer.name]).toEqual([200, person.name]);
  return order.id;
}
const deliver = (order: string) =>
  app.send('POST', `/orders/${order}/status`, {
    key: `deliver-${order}`,
    body: { status: 'delivered', notes: `${person.name} received it` },
  });
const erase = () => store.client.call(customerRoutes.erase, { params: params() });
const isRedact = ({ body }: Received) =>
  body.type === 'customers.redact' && body.data.customer_id === customer;
const redacted = (): Promise<Received> => receiver.until('/', isRedact);
const state = async () => (await store.client.call(customerRoutes.get, { params: params() })).erasure!;
const completed = () => until(async () => (await state()).completedAt !== null, 'the end of the erasure');

describe('erasure by customers.redact', () => {
  test('no table of any service and no replayed response contains the person after an erasure', async () => {
    const order = await newOrder();
    await deliver(order);
    const update = { key: `update-${run}`, body: { phone: person.phone } };
    await app.send('PATCH', `/customers/${customer}`, update);
    const { updatedAt: version } = await store.client.call(customerRoutes.get, { params: params() });
    await store.client.call(customerRoutes.setTags, {
      params: params(),
      body: { tags: [`amiga de ${person.name}`], version },
    });
    await store.client.call(customerRoutes.requestData, { params: params() });
    await receiver.until(
      '/',
      ({ body }) => body.type === 'customers.data_request' && body.data.customer_id === customer,
    );

    await erase();
    expect((await app.get(`/orders/${order}`)).body.data).toMatchObject({
      customer: null,
      shipping: { recipient_name: '', recipient_phone: '', recipient_document: '', tracking_number: 'AR-77' },
    });
    const { body } = await redacted();
    expect(body.data.email_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await search).toEqual([]);

    const erased = {
      id: customer,
      name: '',
      email: '',
      phone: '',
      document: null,
      tags: [],
      shipping_addresses: [],
    };
    const replays = [
      await app.send('POST', '/customers', createWrite()),
      await app.send('PATCH', `/customers/${customer}`, update),
      await app.send('POST', `/orders/${order}/fulfillment`, orderWrite('fulfill', order)),
      await deliver(order),
    ];
    expect(replays.map((replay) => [replay.status, replay.headers.get('idempotent-replayed')])).toEqual([
      [201, 'true'],
      [200, 'true'],
      [200, 'true'],
      [200, 'true'],
    ]);
    for (const replay of replays.slice(0, 2)) expect(replay.body.data).toMatchObject(erased);
    for (const replay of replays.slice(2))
      expect(replay.body.data).toMatchObject({ id: order, customer: null });
    for (const { text } of replays) for (const secret of secrets) expect(text).not.toContain(secret);
    expect((await app.get(`/customers/${customer}`)).body.data).toMatchObject(erased);
    const back = await app.send('PATCH', `/customers/${customer}`, { body: { name: person.name } });
    expect([back.status, back.body.details[0].reason]).toEqual([409, 'customer_erased']);
    await completed();
  });

  longTest('only an open order keeps its delivery data, until it is completed', async () => {
    const order = await newOrder();
    await erase();
    await redacted();
    // Apps keep receiving the open order with its delivery data; the logged payloads are erased when it is completed.
    const found = (await search)!.filter((row) => !row.startsWith('webhooks.attempt_'));
    expect(found).toEqual([`orders."order": ${order}`]);
    expect((await app.get(`/orders/${order}`)).body.data).toMatchObject({
      customer: null,
      shipping: { recipient_name: person.name },
    });
    expect(await state()).toMatchObject({ openOrders: [{ id: order }], completedAt: null });
    const ended = await deliver(order);
    expect(ended.body.data).toMatchObject({ customer: null, shipping: { recipient_name: '' } });
    await completed();
    expect(await searchDatabases(secrets)).toEqual([]);
  });
});

describe('interrupted erasure', () => {
  longTest('an erasure continues after orders is killed in the middle of it', async () => {
    const order = await newOrder();
    const orders = new pg.Client({ connectionString: databaseUrls['orders']! });
    orders.on('error', () => undefined);
    await orders.connect();
    await orders.query(
      `insert into "order" select (json_populate_record(o, json_build_object(
         'id', 'ord_' || lpad(n::text, 26, '0'), 'order_number', 'X' || n, 'status', 'cancelled'))).*
       from "order" o, generate_series(1, 400) n where o.store_id = $1 and o.id = $2`,
      [store.id, order],
    );
    const left = async () =>
      (
        await orders.query('select 1 from "order" where store_id = $1 and customer_id = $2', [
          store.id,
          customer,
        ])
      ).rows.length;
    // The last order cannot be erased before the kill.
    await orders.query('begin');
    await orders.query('select from "order" where store_id = $1 and id = $2 for update', [
      store.id,
      `ord_${'1'.padStart(26, '0')}`,
    ]);
    const pid = (await pidOf('orders'))!;
    const erasing = erase();
    while ((await left()) > 390) await sleep(5);
    process.kill(pid, 'SIGKILL');
    expect(await left()).toBeGreaterThan(0);
    await orders.query('rollback');
    await erasing;
    await redacted();
    expect(await left()).toBe(0);
    expect((await search)!.filter((row) => !row.startsWith('webhooks.attempt_'))).toEqual([
      `orders."order": ${order}`,
    ]);
    await orders.end();
  });

  test('an erasure continues while NATS is down and is published when NATS is back', async () => {
    const nats = (await pidOf('nats'))!;
    process.kill(nats, 'SIGSTOP');
    try {
      await erase();
      await until(async () => {
        const { areas } = await state();
        return areas.length === 3 && areas.every(({ done }) => done);
      }, 'the erasure in three areas');
      expect(receiver.at('/').some(({ body }) => body.data.customer_id === customer)).toBe(false);
    } finally {
      process.kill(nats, 'SIGCONT');
    }
    await redacted();
    expect(await search).toEqual([]);
  });
});
