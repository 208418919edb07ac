import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { receiveWebhooks, type Received, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways } = platform();
const WEBHOOK_TYPES = ['product.created', 'product.updated', 'product.deleted', 'customer.created'];

let receiver: WebhookReceiver;
let store: TestStore;
/** The app that writes. */
let writer: WritingClient;
/** The app with a webhook for every event of the writer. */
let subscriber: WritingClient;
/** The app without a webhook. */
let reader: WritingClient;
/** The app that may read only products. */
let narrow: WritingClient;
/** Events delivered to the webhook, in the order of their creation. */
let sent: Received['body'][];

/** An app installed on the store, with a client of one of the gateways. */
async function installed(gateway: string, scopes = allScopes(), path?: string): Promise<WritingClient> {
  const app = await newApp(scopes);
  if (path !== undefined) await addEndpoint(app.client_id, receiver.url(path), WEBHOOK_TYPES);
  const { access_token } = await new AppClient(gateways[0], app).install(store.owner, scopes);
  return new WritingClient(gateway, access_token);
}

beforeAll(async () => {
  receiver = await receiveWebhooks();
  store = await newStore('enterprise');
  writer = await installed(gateways[0]);
  subscriber = await installed(gateways[1], allScopes(), '/feed');
  reader = await installed(gateways[1]);
  narrow = await installed(gateways[0], ['read_products']);
  const products: string[] = [];
  for (let n = 0; n < 6; n++) products.push((await writer.newProduct({ sku: `FEED-${n}` })).id);
  const customer = { name: 'Ana', email: `${randomUUID()}@example.com` };
  await writer.send('POST', '/customers', { body: customer });
  await writer.send('PATCH', `/products/${products[0]}`, { body: { name: 'Otro' } });
  await writer.send('DELETE', `/products/${products[1]}`);
  // Deliveries have no order: each event is awaited.
  for (const product of products)
    await receiver.until('/feed', ({ body }) => body.type === 'product.created' && body.data.id === product);
  await receiver.until('/feed', ({ body }) => body.type === 'product.deleted');
  await receiver.until('/feed', ({ body }) => body.type === 'product.updated');
  await receiver.until('/feed', ({ body }) => body.type === 'customer.created');
  sent = receiver.at('/feed').map(({ body }) => body);
});
afterAll(() => receiver.close());

/** All pages of the feed. */
async function feed(client: WritingClient, query: Record<string, string> = {}): Promise<Received['body'][]> {
  const events: Received['body'][] = [];
  for (let cursor: string | undefined; ;) {
    const search = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) });
    const { status, body } = await client.get(`/events?${search.toString()}`);
    expect(status).toBe(200);
    events.push(...body.data);
    if (body.next_cursor === null) return events;
    cursor = body.next_cursor;
  }
}

const ids = (events: { id: string }[]) => events.map(({ id }) => id);

async function refusal(client: WritingClient, query: string): Promise<[number, string]> {
  const { status, body } = await client.get(`/events?${query}`);
  return [status, body.details[0].reason];
}

describe('GET /events', () => {
  test('GET /events returns exactly the events that were sent as webhooks, to apps with and without a webhook', async () => {
    expect(sent).toHaveLength(9);
    for (const client of [subscriber, reader])
      for (const limit of ['1', '2', '4', '100'])
        expect(ids(await feed(client, { limit })).toSorted()).toEqual(ids(sent).toSorted());
  });

  test('GET /events returns events in commit order with type, time, meta and data as in the webhook and the GET of the resource', async () => {
    const events = await feed(reader);
    const created = events.filter(({ type }) => type === 'product.created').map(({ data }) => data.id);
    const ofStore = (await reader.get('/products?limit=100')).body.data as { id: string }[];
    expect(created).toHaveLength(6);
    for (const event of events) {
      const { data: _, ...webhook } = sent.find(({ id }) => id === event.id);
      expect(event).toMatchObject(webhook);
      const product = ofStore.find(({ id }) => id === event.data.id);
      if (product !== undefined) expect(event.data).toEqual(product);
    }
    const ofOne = events.filter(({ data }) => data.id === created[1]).map(({ type }) => type);
    expect(ofOne).toEqual(['product.created', 'product.deleted']);
    const deleted = events.find(({ type }) => type === 'product.deleted');
    expect([deleted.data, deleted.meta]).toEqual([{ id: created[1] }, { sku: 'FEED-1' }]);
  });

  test('the feed continues from the cursor of the last page', async () => {
    const events = ids(await feed(reader, { limit: '5' }));
    const { next_cursor: cursor } = (await reader.get('/events?limit=5')).body;
    await writer.newProduct({ sku: 'LATER' });
    await receiver.until('/feed', ({ body }) => body.data.sku === 'LATER');
    const rest = (await reader.get(`/events?limit=100&cursor=${encodeURIComponent(cursor)}`)).body.data;
    expect(ids(rest).slice(0, 4)).toEqual(events.slice(5));
    expect(rest).toHaveLength(5);
    expect(rest[4].data.sku).toBe('LATER');
  });

  test('the feed is filtered by type and by time', async () => {
    const events = await feed(reader);
    for (const type of WEBHOOK_TYPES) {
      const expected = events.filter((event) => event.type === type);
      expect(await feed(reader, { type, limit: '2' })).toEqual(expected);
    }
    const since = events[4].created_at as string;
    const expected = events.filter(({ created_at }) => created_at >= since);
    expect(expected.length).toBeGreaterThan(0);
    expect(ids(await feed(reader, { created_since: since, limit: '2' }))).toEqual(ids(expected));
    expect(await feed(reader, { created_since: new Date(Date.now() + 3600_000).toISOString() })).toEqual([]);
  });

  test('the feed contains only events within the scopes of the app, and none of its own writes', async () => {
    const products = (await feed(reader)).filter(({ type }) => type.startsWith('product.'));
    const events = await feed(narrow);
    expect(ids(events)).toEqual(ids(products));
    for (const { data } of events) expect(data).not.toHaveProperty('cost');
    expect(await feed(narrow, { type: 'customer.created' })).toEqual([]);
    expect(await feed(writer)).toEqual([]);
  });

  test('a cursor of another installation returns only the own events, and one of another store is refused', async () => {
    const { next_cursor } = (await reader.get('/events?limit=3')).body;
    const cursor = encodeURIComponent(next_cursor);
    const rest = (await narrow.get(`/events?limit=100&cursor=${cursor}`)).body.data;
    expect(rest.length).toBeGreaterThan(0);
    expect(ids(rest)).toEqual(ids(await feed(narrow)).slice(-rest.length));
    const app = new AppClient(gateways[0], await newApp());
    const { access_token } = await app.install(platform().demo.stores[1].owner);
    const otherStore = new WritingClient(gateways[0], access_token);
    expect(await refusal(otherStore, `cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
  });

  test('the feed refuses a cursor of another query and invalid parameters', async () => {
    const { next_cursor } = (await reader.get('/events?limit=2')).body;
    const cursor = encodeURIComponent(next_cursor);
    expect(await refusal(reader, `cursor=${cursor}&type=product.created`)).toEqual([
      400,
      'cursor_filter_mismatch',
    ]);
    expect(await refusal(reader, 'cursor=nonsense')).toEqual([400, 'invalid_cursor']);
    expect(await refusal(reader, 'type=product.exploded')).toEqual([400, 'invalid_value']);
    expect(await refusal(reader, 'created_since=yesterday')).toEqual([400, 'invalid_value']);
    expect(await refusal(reader, 'limit=101')).toEqual([400, 'invalid_value']);
    expect(await refusal(reader, 'since=1')).toEqual([400, 'unknown_parameter']);
  });
});
