import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  ListDeliveriesRequest,
  ListUnsentEventsRequest,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { DeliveryState, StatsPeriod, UnsentReason } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { Webhook } from 'standardwebhooks';
import { contractSignature } from '@commerce/public-api/events/signature.ts';
import { getDeliveryStats } from '../src/rpc/get-delivery-stats.ts';
import { getDelivery } from '../src/rpc/get-delivery.ts';
import { listDeliveries } from '../src/rpc/list-deliveries.ts';
import { listOpenPrivacyEvents } from '../src/rpc/list-open-privacy-events.ts';
import { listUnsentEvents } from '../src/rpc/list-unsent-events.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { MAX_SCANNED } from '../src/store/bounded-scan.ts';
import { deliveryCountMandatoryOpen } from '../src/store/delivery-log.ts';
import { actorOf, Engine, newEvent, T0 } from './support/engine.ts';
import { testCa } from '@commerce/service-kit/testing/ca.ts';
import { answers, Receiver } from './support/receiver.ts';

const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const HOUR = 3600_000;
const HOOK = 'https://hooks.example.com/in';
const FIRST = Buffer.alloc(0);
let engine: Engine;
let receiver: Receiver;

beforeAll(async () => {
  const ca = await testCa();
  receiver = await Receiver.start(ca);
  engine = await Engine.create({ ca: ca.ca });
});
afterAll(async () => {
  await engine.close();
  await receiver.stop();
});

const everything = (appId: string): ListDeliveriesRequest => ({
  appId,
  limit: 100,
  pageToken: FIRST,
});
const list = async (appId: string, filter: Partial<ListDeliveriesRequest> = {}) => {
  const answer = await listDeliveries(engine.deps)(ctx, { ...everything(appId), ...filter });
  if (!('deliveries' in answer)) throw new Error('a page was expected');
  return answer;
};
/** The ids of all pages. */
async function all(appId: string, filter: Partial<ListDeliveriesRequest>): Promise<string[]> {
  const ids: string[] = [];
  for (let pageToken: Uint8Array = FIRST; ;) {
    const page = await list(appId, { ...filter, pageToken: Buffer.from(pageToken) });
    ids.push(...page.deliveries.map(({ id }) => id));
    pageToken = page.nextPageToken;
    if (pageToken.length === 0) return ids;
  }
}
const get = async (appId: string, deliveryId: string) => {
  const answer = await getDelivery(engine.deps)(ctx, { appId, deliveryId, withoutRequests: false });
  if (!('attempts' in answer)) throw new Error('a delivery was expected');
  return answer;
};

test('the log lists deliveries newest first, in pages without gaps, filtered by state, type, store and time', async () => {
  const [store, other] = [newId('sto'), newId('sto')];
  const app = await engine.newApp(store, HOOK, { events: ['product.updated', 'product.created'] });
  engine.install(other, app.appId, ['read_products']);
  for (let i = 0; i < 6; i++) {
    engine.nowMs = T0 + i * HOUR;
    await engine.receive(newEvent(store, i % 2 === 0 ? 'product.updated' : 'product.created'));
    await engine.receive(newEvent(other));
  }
  engine.nowMs = T0;
  const mine = `app_id = '${app.appId}'`;
  const made = (await engine.deliveries(mine)).toReversed();
  expect(made).toHaveLength(12);
  await engine.end('dead', 'id = any($1)', [made.slice(2, 4).map(({ id }) => id)]);
  const ids = made.map(({ id }) => id);
  for (const limit of [1, 5, 12, 100]) expect(await all(app.appId, { limit })).toEqual(ids);
  const [dead, pending] = [DeliveryState.DEAD, DeliveryState.PENDING];
  expect(await all(app.appId, { limit: 1, state: dead })).toEqual(ids.slice(2, 4));
  expect(await all(app.appId, { limit: 3, state: pending })).toEqual([...ids.slice(0, 2), ...ids.slice(4)]);
  const created = made.filter(({ type }) => type === 'product.created').map(({ id }) => id);
  expect(await all(app.appId, { limit: 2, type: 'product.created' })).toEqual(created);
  expect(await all(app.appId, { limit: 2, type: 'product.created', storeId: other })).toEqual([]);
  expect(await all(app.appId, { limit: 4, storeId: other })).toHaveLength(6);
  const between = { fromMs: T0 + HOUR, toMs: T0 + 3 * HOUR };
  expect(await all(app.appId, { limit: 3, ...between })).toEqual(ids.slice(6, 10));
  expect(await all(newId('app'), {})).toEqual([]);
  for (const filter of [{ type: 'no.such' }, { state: 99 as DeliveryState }, { toMs: 1e18 }])
    await expect(list(app.appId, filter)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the deliveries of an event to the app, its replays included, are found by its id', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const other = await engine.newApp(store, HOOK);
  const event = newEvent(store);
  await engine.receive(event, newEvent(store));
  const [first] = await engine.deliveries(`app_id = '${app.appId}' and event_id = '${event.id}'`);
  const replayed = await replayDelivery(engine.deps)(ctx, { appId: app.appId, deliveryId: first!.id });
  if (!('deliveryId' in replayed)) throw new Error('a replay was expected');
  const found = await list(app.appId, { eventId: event.id, type: 'no.such' });
  expect(found.deliveries.map(({ id }) => id)).toEqual([replayed.deliveryId, first!.id]);
  const ofOther = await list(other.appId, { eventId: event.id });
  expect(ofOther.deliveries.map(({ eventId }) => eventId)).toEqual([event.id]);
  expect((await list(app.appId, { eventId: newId('evt') })).deliveries).toEqual([]);
});

test('a page of a filter that few deliveries match is cut at a bounded cost, and the next page continues', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store, 'product.updated'), newEvent(store, 'customers.redact'));
  const rare = (await engine.deliveries(`app_id = '${app.appId}' and type = 'customers.redact'`))[0]!;
  await engine.query(
    `insert into finished_delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, attempts, due_at,
       created_at, finished_at, is_test)
     select 'dlv_many_' || n, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, 'delivered', 1, due_at,
       created_at + interval '1 second', created_at + interval '2 seconds', false
     from delivery, generate_series(1, $2) n where app_id = $1 and type = 'product.updated'`,
    [app.appId, MAX_SCANNED],
  );
  const first = await list(app.appId, { type: 'customers.redact' });
  expect([first.deliveries, first.nextPageToken.length > 0]).toEqual([[], true]);
  expect(await all(app.appId, { type: 'customers.redact' })).toEqual([rare.id]);
});

test('a delivery has its attempts with the exact request of each, whose signatures verify; other apps get not_found', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, receiver.url);
  const dispatcher = engine.startDispatcher();
  const mine = `app_id = '${app.appId}'`;
  receiver.answer = answers(503);
  await engine.receive(newEvent(store));
  await engine.until(([row]) => row!.state === 'retrying', 'the failure', mine);
  receiver.answer = answers(200);
  engine.nowMs += 31_000;
  engine.wake();
  const [row] = await engine.until(([one]) => one!.state === 'delivered', 'the delivery', mine);
  await dispatcher.stop();
  const { delivery, attempts } = await get(app.appId, row!.id);
  expect(delivery).toMatchObject({ id: row!.id, state: DeliveryState.DELIVERED, attempts: 2, replayOf: '' });
  expect(attempts.map(({ number, status, error }) => [number, status, error])).toEqual([
    [1, 503, 'The receiver answered 503.'],
    [2, 200, undefined],
  ]);
  for (const [i, { headers, body, response }] of attempts.entries()) {
    const received = receiver.received[i]!;
    const sent = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(received.headers).toMatchObject(sent);
    expect(body.toString()).toBe(received.body);
    expect(response.toString()).toBe('ok');
    expect(sent['x-service-signature']).toBe(
      contractSignature(app.secret, Number(sent['x-service-timestamp']), body),
    );
    const at = new Date(Number(sent['webhook-timestamp']) * 1000);
    expect(sent['webhook-signature']).toBe(
      new Webhook(app.secret).sign(sent['webhook-id']!, at, body.toString()),
    );
  }
  await expect(get(newId('app'), row!.id)).rejects.toMatchObject({ code: 'not_found' });
  engine.nowMs = T0;
});

test('the statistics of an hour count attempts by result, with quantiles of their durations', async () => {
  const appId = newId('app');
  const attempt = (atMs: number, status: number | null, error: string | null, duration: number) =>
    engine.query(
      `insert into attempt (day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, error, response)
       values ($1, 'dlv_x', $2, 'sto_x', 1, $3, $4, 'https://x', $5, $6, '')`,
      [new Date(atMs).toISOString().slice(0, 10), appId, new Date(atMs), duration, status, error],
    );
  await engine.deps.partitions.ensure(T0);
  for (let i = 1; i <= 97; i++) await attempt(T0 + i, 200, null, i);
  await attempt(T0 + 100, 500, 'x', 98);
  await attempt(T0 + 101, null, 'x', 5_000);
  await attempt(T0 + 102, 200, 'The connection was closed.', 99);
  await attempt(T0 + 2 * HOUR, 200, null, 7);
  const stats = (fromMs: number, toMs: number) =>
    getDeliveryStats(engine.deps)(ctx, { appId, fromMs, toMs, period: StatsPeriod.HOUR });
  expect(await stats(T0, T0 + 3 * HOUR)).toEqual({
    hours: [
      {
        hourMs: T0,
        succeeded: 97,
        refused: 2,
        unanswered: 1,
        durationMsP50: 51,
        durationMsP95: 96,
        durationMsP99: 100,
      },
      expect.objectContaining({ hourMs: T0 + 2 * HOUR, succeeded: 1, durationMsP99: 10 }),
    ],
  });
  await expect(stats(T0, T0 + 7 * 24 * HOUR + 1)).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(stats(T0, T0)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a mandatory event stays on the open list until it is delivered, by a replay or otherwise', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  const redacts = [newEvent(store, 'customers.redact'), newEvent(store, 'customers.redact')];
  await engine.receive(newEvent(store), ...redacts);
  const mine = `app_id = '${app.appId}' and type = 'customers.redact'`;
  const [first, second] = await engine.deliveries(mine);
  const open = async (limit = 1): Promise<string[]> => {
    const ids: string[] = [];
    for (let pageToken = FIRST; ;) {
      const answer = await listOpenPrivacyEvents(engine.deps)(ctx, { appId: app.appId, limit, pageToken });
      if (!('deliveries' in answer)) throw new Error('a page was expected');
      ids.push(...answer.deliveries.map(({ id }) => id));
      if (answer.nextPageToken.length === 0) return ids;
      pageToken = Buffer.from(answer.nextPageToken);
    }
  };
  const counted = await deliveryCountMandatoryOpen(engine.deps.db);
  expect(await open()).toEqual([first!.id, second!.id]);
  await engine.end('dead', 'id = $1', [first!.id]);
  expect(await open()).toEqual([first!.id, second!.id]);
  await engine.query(
    `insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at,
       replay_of)
     select 'dlv_replay', app_id, store_id, installation_id, event_id, event_day, type, sees_costs, 'pending', due_at, created_at, id
     from delivery_log where id = $1`,
    [first!.id],
  );
  expect(await open()).toEqual([first!.id, second!.id]);
  expect(await deliveryCountMandatoryOpen(engine.deps.db)).toBe(counted);
  await engine.end('delivered', `id = 'dlv_replay'`);
  expect(await open()).toEqual([second!.id]);
  expect(await deliveryCountMandatoryOpen(engine.deps.db)).toBe(counted - 1);
});

test('unsent events are listed with their reasons, newest first, filtered by store, event and reason', async () => {
  const [store, other] = [newId('sto'), newId('sto')];
  const app = await engine.newApp(store, HOOK, { events: ['product.created'] });
  engine.install(other, app.appId, []);
  const events = [newEvent(store), newEvent(store, 'product.created', { actor: actorOf(app.appId) })];
  await engine.receive(...events);
  const elsewhere = newEvent(other);
  await engine.receive(elsewhere);
  const unsent = async (filter: Partial<ListUnsentEventsRequest> = {}) => {
    const listed: [string, string, UnsentReason][] = [];
    for (let pageToken = FIRST; ;) {
      const request = { appId: app.appId, limit: 1, pageToken, ...filter };
      const answer = await listUnsentEvents(engine.deps)(ctx, request);
      if (!('events' in answer)) throw new Error('a page was expected');
      listed.push(
        ...answer.events.map(({ eventId, type, reason }): [string, string, UnsentReason] => [
          eventId,
          type,
          reason,
        ]),
      );
      if (answer.nextPageToken.length === 0) return listed;
      pageToken = Buffer.from(answer.nextPageToken);
    }
  };
  const expected = [
    [elsewhere.id, 'product.updated', UnsentReason.SCOPE_MISSING],
    [events[1]!.id, 'product.created', UnsentReason.OWN_ECHO],
    [events[0]!.id, 'product.updated', UnsentReason.NOT_SUBSCRIBED],
  ];
  expect(await unsent()).toEqual(expected);
  expect(await unsent({ storeId: store })).toEqual(expected.slice(1));
  expect(await unsent({ eventId: events[1]!.id })).toEqual([expected[1]]);
  expect(await unsent({ reason: UnsentReason.NOT_SUBSCRIBED })).toEqual([expected[2]]);
  await expect(unsent({ reason: 99 as UnsentReason })).rejects.toMatchObject({
    details: [{ field: 'reason', reason: 'invalid_value' }],
  });
});
