import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StatsPeriod, SecretUseKind } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { DURATION_STEPS_MS, durationAt } from '../src/domain/durations.ts';
import { EVENT_TYPES } from '../src/domain/event-types.ts';
import { aggregateHoursJob } from '../src/jobs/aggregate-hours.ts';
import { getAttempt } from '../src/rpc/get-attempt.ts';
import { getDeliveryStats } from '../src/rpc/get-delivery-stats.ts';
import { getDelivery } from '../src/rpc/get-delivery.ts';
import { listOpenPrivacyEvents } from '../src/rpc/list-open-privacy-events.ts';
import { listSecretUses } from '../src/rpc/list-secret-uses.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { revealSecret } from '../src/rpc/reveal-secret.ts';
import { rotateSecret } from '../src/rpc/rotate-secret.ts';
import { sendTestEvent } from '../src/rpc/send-test-event.ts';
import { Engine, T0 } from './support/engine.ts';
import { testCa } from '@commerce/service-kit/testing/ca.ts';
import { answers, Receiver } from './support/receiver.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const ALL_SCOPES = ['read_orders', 'read_products', 'read_stock', 'read_customers', 'read_costs'];
const TESTABLE = EVENT_TYPES.map(({ type }) => type).filter((type) => type !== 'ping');
let engine: Engine;
let receiver: Receiver;

beforeAll(async () => {
  const ca = await testCa();
  receiver = await Receiver.start(ca);
  engine = await Engine.create({ ca: ca.ca });
  engine.startDispatcher();
});
beforeEach(() => {
  engine.nowMs = T0;
  engine.sample = {};
  engine.fetch = () => ({});
  receiver.received.length = 0;
  receiver.answer = answers(200);
});
afterAll(async () => {
  await engine.close();
  await receiver.stop();
});

const person = (storeId = ''): Context => ({
  ...systemContext('req_portal', Number.MAX_SAFE_INTEGER, storeId),
  actor: { kind: Actor_Kind.PERSON, id: 'per_dev', appId: '' },
});
const send = (storeId: string, appId: string, type: string) =>
  sendTestEvent(engine.deps)(person(storeId), { appId, type });

async function received(count: number) {
  await engine.until(() => receiver.received.length >= count, 'the receipt');
  return receiver.received.map(({ headers, body }) => ({
    headers,
    body: JSON.parse(body) as {
      id: string;
      type: string;
      store_id: string;
      data: { id: string };
      meta?: object;
    },
  }));
}

const refused = (reason: string) => ({
  code: 'conflict',
  details: [expect.objectContaining({ reason })],
});

describe('test events', () => {
  test('a test event of every type is delivered as in the contract, with the documented example when the store has no resource', async () => {
    const store = newId('sto');
    const { appId } = await engine.newApp(store, receiver.url, { events: [], scopes: ALL_SCOPES });
    for (const type of TESTABLE) {
      const response = await send(store, appId, type);
      if (!('eventId' in response)) throw new Error('a response was expected');
      const delivered = (await received(receiver.received.length + 1)).at(-1)!;
      const example = EVENT_EXAMPLES[type]!;
      expect([type, response.isExample]).toEqual([type, !['app.uninstalled', 'store.redact'].includes(type)]);
      expect(delivered.body).toMatchObject({ id: response.eventId, type, store_id: store });
      if (response.isExample) expect(delivered.body.data).not.toEqual({});
      if (example.resources.product) expect(delivered.body.data).toHaveProperty('name');
      expect(delivered.headers).toMatchObject({ 'x-service-test': 'true', 'x-service-event': type });
      expect(delivered.headers).toHaveProperty('x-service-signature');
    }
    expect(await engine.query('select 1 from feed_entry where store_id = $1', [store])).toEqual([]);
  });

  test('a test event contains a resource of the store when there is one', async () => {
    const store = newId('sto');
    const { appId } = await engine.newApp(store, receiver.url, { events: [], scopes: ALL_SCOPES });
    const product = { ...EVENT_EXAMPLES['product.updated']!.resources.product!, id: newId('prd') };
    engine.sample = { product };
    engine.fetch = () => ({ product });
    const response = await send(store, appId, 'product.updated');
    expect(response).toMatchObject({ isExample: false });
    expect((await received(1))[0]!.body.data.id).toBe(product.id);
  });

  test('a test event is marked as a test in its replays and in the log too, and is never listed as an open privacy event', async () => {
    const store = newId('sto');
    const { appId } = await engine.newApp(store, receiver.url, { events: [], scopes: [] });
    receiver.answer = answers(500);
    const { deliveryId } = (await send(store, appId, 'customers.redact')) as { deliveryId: string };
    await engine.until((rows) => rows[0]?.state === 'retrying', 'the failure', `app_id = '${appId}'`);
    const open = await listOpenPrivacyEvents(engine.deps)(person(), {
      appId,
      limit: 10,
      pageToken: Buffer.alloc(0),
    });
    expect(open).toMatchObject({ deliveries: [] });
    receiver.answer = answers(200);
    await replayDelivery(engine.deps)(person(), { appId, deliveryId });
    const replay = (await received(2))[1]!;
    expect(replay.headers['x-service-test']).toBe('true');
    const logged = await getDelivery(engine.deps)(person(), { appId, deliveryId, withoutRequests: false });
    if (!('attempts' in logged)) throw new Error('a delivery was expected');
    expect(logged.delivery!.isTest).toBe(true);
    const headers = Object.fromEntries(logged.attempts[0]!.headers.map(({ name, value }) => [name, value]));
    expect(headers['X-Service-Test']).toBe('true');
  });

  test('a test event is refused without the scope, without an installation or active endpoint, and for a type that cannot be tested', async () => {
    const store = newId('sto');
    const { appId } = await engine.newApp(store, receiver.url, { scopes: ['read_products'] });
    await expect(send(store, appId, 'order.paid')).rejects.toMatchObject(refused('scope_missing'));
    await expect(send(newId('sto'), appId, 'order.paid')).rejects.toMatchObject(refused('not_installed'));
    for (const type of ['ping', 'order.exploded', 'constructor'])
      await expect(send(store, appId, type)).rejects.toMatchObject({ code: 'invalid_request' });
    await engine.query(`update endpoint set state = 'disabled' where app_id = $1`, [appId]);
    await expect(send(store, appId, 'product.updated')).rejects.toMatchObject(refused('webhook_disabled'));
    const withoutEndpoint = newId('app');
    engine.install(store, withoutEndpoint, []);
    await expect(send(store, withoutEndpoint, 'store.redact')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('an attempt is returned with its request, and a delivery without requests on demand', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, receiver.url, { scopes: [] });
  const { deliveryId } = (await send(store, appId, 'store.redact')) as { deliveryId: string };
  await engine.until((rows) => rows[0]?.state === 'delivered', 'the delivery', `app_id = '${appId}'`);
  const withoutRequests = await getDelivery(engine.deps)(person(), {
    appId,
    deliveryId,
    withoutRequests: true,
  });
  if (!('attempts' in withoutRequests)) throw new Error('a delivery was expected');
  expect(withoutRequests.attempts).toEqual([expect.objectContaining({ headers: [], body: Buffer.alloc(0) })]);
  const which = { appId, deliveryId, startedAtMs: withoutRequests.attempts[0]!.startedAtMs };
  const found = await getAttempt(engine.deps)(person(), which);
  if (!('attempt' in found)) throw new Error('an attempt was expected');
  expect(found.attempt!.body.toString()).toBe(receiver.received[0]!.body);
  for (const other of [{ appId: newId('app') }, { deliveryId: newId('dlv') }, { startedAtMs: T0 - 1 }])
    await expect(getAttempt(engine.deps)(person(), { ...which, ...other })).rejects.toMatchObject({
      code: 'not_found',
    });
});

test('every reveal and rotation of a secret is recorded with the person', async () => {
  const { appId, secret } = await engine.newApp(newId('sto'), receiver.url);
  expect(await revealSecret(engine.deps)(person(), { appId })).toEqual({ secret });
  engine.nowMs += 1_000;
  const rotated = (await rotateSecret(engine.deps)(person(), { appId })) as { secret: string };
  engine.nowMs += 1_000;
  expect(await revealSecret(engine.deps)(person(), { appId })).toEqual({ secret: rotated.secret });
  expect(await listSecretUses(engine.deps)(person(), { appId })).toEqual({
    uses: [
      { usedAtMs: T0 + 2_000, kind: SecretUseKind.REVEALED, personId: 'per_dev' },
      { usedAtMs: T0 + 1_000, kind: SecretUseKind.ROTATED, personId: 'per_dev' },
      { usedAtMs: T0, kind: SecretUseKind.REVEALED, personId: 'per_dev' },
    ],
  });
  const none = { appId: newId('app') };
  for (const rpc of [revealSecret, rotateSecret])
    await expect(rpc(engine.deps)(person(), none)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listSecretUses(engine.deps)(person(), none)).toEqual({ uses: [] });
});

const attempt = (appId: string, atMs: number, error: string | null, durationMs: number) =>
  engine.query(
    `insert into attempt (day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, error, response)
     values ($1, 'dlv_x', $2, 'sto_x', 1, $3, $4, 'https://x', 200, $5, '')`,
    [new Date(atMs).toISOString().slice(0, 10), appId, new Date(atMs), durationMs, error],
  );
const stats = (appId: string, fromMs: number, toMs: number, period: StatsPeriod = StatsPeriod.HOUR) =>
  getDeliveryStats(engine.deps)(person(), { appId, fromMs, toMs, period });

const days = (count: number) => stats(newId('app'), T0, T0 + count * DAY, StatsPeriod.DAY);

describe('statistics of hours and days', () => {
  test('statistics are the same before and after aggregation, which makes them independent of the attempts', async () => {
    const { appId } = await engine.newApp(newId('sto'), receiver.url);
    await engine.deps.partitions.ensure(T0);
    await engine.deps.partitions.ensure(T0 - DAY);
    for (let i = 0; i < 60; i++) {
      await attempt(appId, T0 - DAY + i * 1_000, i % 3 === 0 ? 'x' : null, i * 10);
      await attempt(appId, T0 + i * 60_000, null, 20);
    }
    const readStats = () =>
      Promise.all([stats(appId, T0 - DAY, T0 + DAY / 2), stats(appId, T0 - DAY, T0 + 1, StatsPeriod.DAY)]);
    const before = await readStats();
    engine.nowMs = T0 + HOUR + 60_000;
    await aggregateHoursJob(engine.deps).run();
    expect(await readStats()).toEqual(before);
    // The hour is over, but attempts that started in it may not be logged yet.
    expect(await engine.query('select hour from attempt_hour where app_id = $1', [appId])).toHaveLength(1);
    engine.nowMs = T0 + HOUR + 180_000;
    await aggregateHoursJob(engine.deps).run();
    await engine.query('delete from attempt where app_id = $1', [appId]);
    const [byHour, byDay] = await readStats();
    expect([byHour, byDay]).toEqual(before);
    if (!('hours' in byHour) || !('hours' in byDay)) throw new Error('hours were expected');
    expect(byHour.hours.map((hour) => [hour.hourMs, hour.succeeded, hour.refused])).toEqual([
      [T0 - DAY, 40, 20],
      [T0, 60, 0],
    ]);
    expect(byDay.hours.map(({ succeeded }) => succeeded)).toEqual([40, 60]);
  });

  test('statistics cover at most 31 days', async () => {
    expect(await days(31)).toEqual({ hours: [] });
    await expect(days(32)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(days(0)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('statistics interpolate quantiles of durations within a step', () => {
    const counts = [0, ...DURATION_STEPS_MS].map(() => 0);
    counts[0] = 50;
    counts.splice(-1, 1, 50);
    expect(durationAt(counts, 0.25)).toBe(3);
    expect(durationAt(counts, 0.5)).toBe(5);
    expect(durationAt(counts, 1)).toBe(6_000);
  });
});
