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

interface Told {
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
): Promise<{ events: Told[]; next: Buffer }> {
  const asked = { limit: 100, pageToken: FIRST, ...request };
  const answer = await listEvents(engine.deps)(asInstallation(store, installationId), asked);
  if (!('bodies' in answer)) throw new Error('a page was expected');
  const events = answer.bodies.map((body) => JSON.parse(Buffer.from(body).toString()) as Told);
  return { events, next: Buffer.from(answer.nextPageToken) };
}
async function feed(
  store: string,
  installationId: string,
  request: Partial<ListEventsRequest> = {},
): Promise<Told[]> {
  const told: Told[] = [];
  for (let pageToken: Buffer = FIRST; ;) {
    const { events, next } = await page(store, installationId, { ...request, pageToken });
    told.push(...events);
    if (next.length === 0) return told;
    pageToken = next;
  }
}
const ids = (told: { id: string }[]): string[] => told.map(({ id }) => id);

/** An event whose payload is what its service would have put into it, as far as its body is made of that. */
function eventOf(store: string, type: string, fields: Partial<Event> = {}): Event {
  const payloads: Record<string, () => Uint8Array> = {
    'product.deleted': () => ProductDeleted.encode({ productId: 'p', version: 1, wasDraft: false }).finish(),
    'products.bulk_updated': () => ProductsBulkUpdated.encode({ count: 6_000, updatedSinceMs: T0 }).finish(),
    'customers.redact': () => CustomerRedact.encode({}).finish(),
  };
  return newEvent(store, type, { payload: Buffer.from(payloads[type]?.() ?? []), ...fields });
}

const HEARD = [
  'product.created',
  'product.updated',
  'product.deleted',
  'products.bulk_updated',
  'order.created',
  'customer.updated',
  'customers.redact',
];

test('the feed of an installation is what its active endpoint, subscribed to everything, was sent: neither more nor less', async () => {
  const arbitrary = fc.record({
    scopes: fc.subarray([...READS, 'read_costs']),
    suspended: fc.boolean(),
    events: fc.array(fc.record({ type: fc.constantFrom(...HEARD), own: fc.boolean() }), { maxLength: 12 }),
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
        await engine.hear(eventOf(store, type, own ? { actor: actorOf(app.appId) } : {}));
      const sent = await engine.deliveries(`installation_id = '${app.installationId}'`);
      const told = await feed(store, app.installationId, { limit });
      expect(ids(told).toSorted()).toEqual(sent.map(({ event_id }) => event_id).toSorted());
    }),
    { numRuns: 25 },
  );
});

test('it is in the order in which events took effect, however it is cut into pages', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const heard: Event[] = [];
  for (let i = 0; i < 7; i++) {
    const some = Array.from({ length: 3 }, () =>
      newEvent(store, 'product.updated', { occurredAtMs: T0 - i }),
    );
    await engine.hear(...some);
    heard.push(...some);
  }
  for (const limit of [1, 4, 21, 100])
    expect(ids(await feed(store, app.installationId, { limit }))).toEqual(ids(heard));
  expect(await feed(store, newId('ins'))).toEqual([]);
  expect(await feed(newId('sto'), app.installationId)).toEqual([]);
});

test('who asks again with the cursor of the last page misses nothing that came meanwhile, past midnight too', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const heard: string[] = [];
  const seen: string[] = [];
  let pageToken: Buffer = FIRST;
  for (let i = 0; i < 12; i++) {
    engine.nowMs = T0 + i * (DAY / 4);
    const some = Array.from({ length: i % 4 }, () => newEvent(store));
    if (some.length > 0) await engine.hear(...some);
    heard.push(...ids(some));
    for (;;) {
      const { events, next } = await page(store, app.installationId, { limit: 3, pageToken });
      for (const { id } of events) if (!seen.includes(id)) seen.push(id);
      if (next.length === 0) break;
      pageToken = next;
    }
    expect(seen).toEqual(heard);
  }
  engine.nowMs = T0;
});

test('it is narrowed by type and by when it happened', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK, { events: ALL_TYPES, scopes: READS });
  const events = HEARD.map((type, i) => eventOf(store, type, { occurredAtMs: T0 + i }));
  await engine.hear(...events);
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

test('the types that can be asked for are those that bring something, and each brings what a subscription to it does', () => {
  const brought = FEED_TYPES.map((type) => readableTypes(READS, type));
  expect(brought.every((types) => types.length > 0)).toBe(true);
  expect(new Set(brought.flat())).toEqual(
    new Set(ALL_TYPES.filter((type) => !['app.uninstalled', 'store.redact', 'ping'].includes(type))),
  );
});

test('data is as it is now, with costs for who held read_costs then and holds it still; what a lost scope shows is left out', async () => {
  const store = newId('sto');
  const scopes = ['read_products', 'read_costs'];
  const [with_, without] = [await engine.newApp(store, HOOK, { scopes }), await engine.newApp(store, HOOK)];
  const product = { ...exampleProduct, id: newId('prd'), name: 'Now' };
  await engine.hear(newEvent(store, 'product.updated', { subjectId: product.id }));
  engine.fetch = ({ subjectId }) => ({ product: subjectId === product.id ? product : undefined });
  const data = async (installationId: string) => (await feed(store, installationId))[0]?.data;
  expect(await data(with_.installationId)).toMatchObject({ name: 'Now', cost: expect.any(Number) });
  expect(await data(without.installationId)).toMatchObject({ name: 'Now' });
  expect(await data(without.installationId)).not.toHaveProperty('cost');
  const grant = (installationId: string, granted: string[]) =>
    engine.installed.set(
      store,
      engine.installed
        .get(store)!
        .map((one) => (one.installationId === installationId ? { ...one, scopes: granted } : one)),
    );
  grant(with_.installationId, ['read_products']);
  grant(without.installationId, scopes);
  expect(await data(with_.installationId)).not.toHaveProperty('cost');
  expect(await data(without.installationId)).not.toHaveProperty('cost');
  grant(with_.installationId, ['read_orders']);
  expect(await data(with_.installationId)).toBeUndefined();
  engine.fetch = () => ({});
});

test('a page asks each service once, and auth once', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK, { events: ALL_TYPES, scopes: READS });
  await engine.hear(
    ...Array.from({ length: 40 }, (_, i) =>
      eventOf(store, i % 2 === 0 ? 'product.updated' : 'customer.created'),
    ),
  );
  const before = { asked: engine.asked, fetches: engine.fetches };
  expect((await page(store, app.installationId)).events).toHaveLength(40);
  expect(engine.asked - before.asked).toBe(1);
  expect(engine.fetches - before.fetches).toBe(2);
});

test('resources as large as a body may be shorten the page, and nothing is left out', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const heard = Array.from({ length: 60 }, () => newEvent(store));
  await engine.hear(...heard);
  engine.fetch = () => ({ product: { ...exampleProduct, description: 'x'.repeat(250_000) } });
  const first = await page(store, app.installationId);
  expect(first.events.length).toBeLessThan(60);
  expect(ids(await feed(store, app.installationId))).toEqual(ids(heard));
  engine.fetch = () => ({});
});

test('it is kept for 30 days', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.hear(newEvent(store));
  engine.nowMs = T0 + 30 * DAY;
  expect(await feed(store, app.installationId)).toHaveLength(1);
  engine.nowMs = T0 + 31 * DAY;
  expect(await feed(store, app.installationId)).toEqual([]);
  engine.nowMs = T0;
});

test('only an installation has a feed', async () => {
  const ctx = systemContext('req', Number.MAX_SAFE_INTEGER, 'sto_x');
  await expect(listEvents(engine.deps)(ctx, { limit: 1, pageToken: FIRST })).rejects.toMatchObject({
    code: 'server_error',
  });
});
