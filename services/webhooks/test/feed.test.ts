import { afterAll, beforeAll, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { CustomerRedact } from '@commerce/proto/commerce/customers/v1/events.ts';
import { ProductDeleted, ProductsBulkUpdated } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { ListEventsRequest } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { FEED_TYPES } from '@commerce/public-api/2026-10/schemas/event.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import fc from 'fast-check';
import { EVENT_TYPES } from '../src/domain/event-types.ts';
import { readableTypes } from '../src/domain/feed.ts';
import { listEvents } from '../src/rpc/list-events.ts';
import { actorOf, Engine, newEvent, T0 } from './support/engine.ts';

const HOOK = 'https://hooks.example.com/in';
const FIRST = Buffer.alloc(0);
const DAY = 24 * 3600_000;
const READS = ['read_products', 'read_orders', 'read_stock', 'read_customers'];
const ALL_TYPES = EVENT_TYPES.map(({ type }) => type);
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

interface FeedEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}
const asInstallation = (storeId: string, id: string): Context => ({
  ...systemContext('req_test', Number.MAX_SAFE_INTEGER, storeId),
  actor: { kind: Actor_Kind.INSTALLATION, id, appId: 'app_x' },
});
async function page(
  store: string,
  installationId: string,
  request: Partial<ListEventsRequest> = {},
): Promise<{ events: FeedEvent[]; next: Buffer; resume: Buffer }> {
  const all: ListEventsRequest = { limit: 100, pageToken: FIRST, apiVersion: '2026-10', ...request };
  const response = await listEvents(engine.deps)(asInstallation(store, installationId), all);
  if (!('bodies' in response)) throw new Error('a page was expected');
  const events = response.bodies.map((body) => JSON.parse(Buffer.from(body).toString()) as FeedEvent);
  return { events, next: Buffer.from(response.nextPageToken), resume: Buffer.from(response.resumeToken) };
}
async function feed(
  store: string,
  installationId: string,
  request: Partial<ListEventsRequest> = {},
): Promise<FeedEvent[]> {
  const all: FeedEvent[] = [];
  for (let pageToken: Buffer = FIRST; ;) {
    const { events, next } = await page(store, installationId, { ...request, pageToken });
    all.push(...events);
    if (next.length === 0) return all;
    pageToken = next;
  }
}
const ids = (events: { id: string }[]): string[] => events.map(({ id }) => id);

/** An event with the payload that its service publishes, as far as its body depends on it. */
function eventOf(store: string, type: string, fields: Partial<Event> = {}): Event {
  const payloads: Record<string, () => Uint8Array> = {
    'product.deleted': () => ProductDeleted.encode({ productId: 'p', version: 1, wasDraft: false }).finish(),
    'products.bulk_updated': () => ProductsBulkUpdated.encode({ count: 6_000, updatedSinceMs: T0 }).finish(),
    'customers.redact': () => CustomerRedact.encode({}).finish(),
  };
  return newEvent(store, type, { payload: Buffer.from(payloads[type]?.() ?? []), ...fields });
}

const TYPES = [
  'product.created',
  'product.updated',
  'product.deleted',
  'products.bulk_updated',
  'order.created',
  'customer.updated',
  'customers.redact',
];

test('the feed of an installation has exactly the events sent to its active endpoint with all subscriptions', async () => {
  const arbitrary = fc.record({
    scopes: fc.subarray([...READS, 'read_costs']),
    suspended: fc.boolean(),
    events: fc.array(fc.record({ type: fc.constantFrom(...TYPES), own: fc.boolean() }), { maxLength: 12 }),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ scopes, suspended, events, limit }) => {
      const store = newId('sto');
      const app = await engine.newApp(store, HOOK, { events: ALL_TYPES, scopes });
      if (suspended) {
        const [installation] = engine.installed.get(store)!;
        engine.installed.set(store, [{ ...installation!, suspended }]);
      }
      for (const { type, own } of events)
        await engine.receive(eventOf(store, type, own ? { actor: actorOf(app.appId) } : {}));
      const sent = await engine.deliveries(`installation_id = '${app.installationId}'`);
      const listed = await feed(store, app.installationId, { limit });
      expect(ids(listed).toSorted()).toEqual(sent.map(({ event_id }) => event_id).toSorted());
    }),
    { numRuns: 25 },
  );
});

test('the feed is in the order in which events took effect, for every page size', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const received: Event[] = [];
  for (let i = 0; i < 7; i++) {
    const some = Array.from({ length: 3 }, () =>
      newEvent(store, 'product.updated', { occurredAtMs: T0 - i }),
    );
    await engine.receive(...some);
    received.push(...some);
  }
  for (const limit of [1, 4, 21, 100])
    expect(ids(await feed(store, app.installationId, { limit }))).toEqual(ids(received));
  expect(await feed(store, newId('ins'))).toEqual([]);
  expect(await feed(newId('sto'), app.installationId)).toEqual([]);
});

test('a client that continues after the last page misses no later event, even across midnight', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const received: string[] = [];
  const seen: string[] = [];
  let pageToken: Buffer = FIRST;
  for (let i = 0; i < 12; i++) {
    engine.nowMs = T0 + i * (DAY / 4);
    const some = Array.from({ length: i % 4 }, () => newEvent(store));
    if (some.length > 0) await engine.receive(...some);
    received.push(...ids(some));
    for (;;) {
      const { events, next } = await page(store, app.installationId, { limit: 3, pageToken });
      for (const { id } of events) if (!seen.includes(id)) seen.push(id);
      if (next.length === 0) break;
      pageToken = next;
    }
    expect(seen).toEqual(received);
  }
  engine.nowMs = T0;
});

test('a listener that resumes after each page gets each event once, in order, from its start', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store, 'product.updated', { occurredAtMs: T0 - 1 }));
  const received: string[] = [];
  const seen: string[] = [];
  let pageToken: Buffer = FIRST;
  for (let i = 0; i < 12; i++) {
    const some = Array.from({ length: i % 4 }, () =>
      newEvent(store, 'product.updated', { occurredAtMs: T0 + i }),
    );
    if (some.length > 0) await engine.receive(...some);
    received.push(...ids(some));
    for (;;) {
      const answer = await page(store, app.installationId, { limit: 2, createdSinceMs: T0, pageToken });
      seen.push(...ids(answer.events));
      pageToken = answer.resume;
      if (answer.next.length === 0) break;
    }
    expect(seen).toEqual(received);
  }
});

test('the feed is filtered by type and by time of occurrence', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK, { events: ALL_TYPES, scopes: READS });
  const events = TYPES.map((type, i) => eventOf(store, type, { occurredAtMs: T0 + i }));
  await engine.receive(...events);
  const typesOf = async (type: string) =>
    (await feed(store, app.installationId, { type })).map((one) => one.type);
  expect(await typesOf('product.updated')).toEqual(['product.updated', 'products.bulk_updated']);
  expect(await typesOf('order.paid')).toEqual([]);
  expect(await typesOf('customers.redact')).toEqual(['customers.redact']);
  const since = await feed(store, app.installationId, { createdSinceMs: T0 + 4 });
  expect(ids(since)).toEqual(ids(events).slice(4));
  await expect(feed(store, app.installationId, { type: 'no.such' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('every type of the filter selects some types, and all of them together every type of the feed', () => {
  const selected = FEED_TYPES.map((type) => readableTypes(READS, type));
  expect(selected.every((types) => types.length > 0)).toBe(true);
  expect(new Set(selected.flat())).toEqual(
    new Set(ALL_TYPES.filter((type) => !['app.uninstalled', 'store.redact', 'ping'].includes(type))),
  );
});

test('data is current, with costs only if read_costs was held then and is held now, and without events of lost scopes', async () => {
  const store = newId('sto');
  const scopes = ['read_products', 'read_costs'];
  const [withCosts, withoutCosts] = [
    await engine.newApp(store, HOOK, { scopes }),
    await engine.newApp(store, HOOK),
  ];
  const product = { ...exampleProduct, id: newId('prd'), name: 'Now' };
  await engine.receive(newEvent(store, 'product.updated', { subjectId: product.id }));
  engine.fetch = ({ subjectId }) => ({ product: subjectId === product.id ? product : undefined });
  const data = async (installationId: string) => (await feed(store, installationId))[0]?.data;
  expect(await data(withCosts.installationId)).toMatchObject({ name: 'Now', cost: expect.any(Number) });
  expect(await data(withoutCosts.installationId)).toMatchObject({ name: 'Now' });
  expect(await data(withoutCosts.installationId)).not.toHaveProperty('cost');
  const grant = (installationId: string, granted: string[]) =>
    engine.installed.set(
      store,
      engine.installed
        .get(store)!
        .map((one) => (one.installationId === installationId ? { ...one, scopes: granted } : one)),
    );
  grant(withCosts.installationId, ['read_products']);
  grant(withoutCosts.installationId, scopes);
  expect(await data(withCosts.installationId)).not.toHaveProperty('cost');
  expect(await data(withoutCosts.installationId)).not.toHaveProperty('cost');
  grant(withCosts.installationId, ['read_orders']);
  expect(await data(withCosts.installationId)).toBeUndefined();
  engine.fetch = () => ({});
});

test('a page calls each owning service and auth once', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK, { events: ALL_TYPES, scopes: READS });
  await engine.receive(
    ...Array.from({ length: 40 }, (_, i) =>
      eventOf(store, i % 2 === 0 ? 'product.updated' : 'customer.created'),
    ),
  );
  const before = { installations: engine.installationCalls, fetches: engine.fetchCalls };
  expect((await page(store, app.installationId)).events).toHaveLength(40);
  expect(engine.installationCalls - before.installations).toBe(1);
  expect(engine.fetchCalls - before.fetches).toBe(2);
});

test('large bodies shorten a page without losing events', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const received = Array.from({ length: 60 }, () => newEvent(store));
  await engine.receive(...received);
  engine.fetch = () => ({ product: { ...exampleProduct, description: 'x'.repeat(250_000) } });
  const first = await page(store, app.installationId);
  expect(first.events.length).toBeLessThan(60);
  expect(ids(await feed(store, app.installationId))).toEqual(ids(received));
  engine.fetch = () => ({});
});

test('the feed is kept for 30 days', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  engine.nowMs = T0 + 30 * DAY;
  expect(await feed(store, app.installationId)).toHaveLength(1);
  engine.nowMs = T0 + 31 * DAY;
  expect(await feed(store, app.installationId)).toEqual([]);
  engine.nowMs = T0;
});

test('a caller that is not an installation is rejected', async () => {
  const ctx = systemContext('req', Number.MAX_SAFE_INTEGER, 'sto_x');
  await expect(
    listEvents(engine.deps)(ctx, { limit: 1, pageToken: FIRST, apiVersion: '2026-10' }),
  ).rejects.toMatchObject({
    code: 'server_error',
  });
});
