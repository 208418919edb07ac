import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { WebhookDisabled } from '@commerce/proto/commerce/webhooks/v1/events.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { presentProduct } from '@commerce/public-api/2026-10/presenters/index.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { takeEvents } from '@commerce/service-kit/testing/writer.ts';
import type { AttemptResult } from '../src/delivery/attempt.ts';
import type { Dispatcher } from '../src/delivery/dispatcher.ts';
import { RETRY_WAITS_MS } from '../src/domain/schedule.ts';
import { getEndpoint } from '../src/rpc/get-endpoint.ts';
import { reactivateEndpoint } from '../src/rpc/reactivate-endpoint.ts';
import { rotateSecret } from '../src/rpc/rotate-secret.ts';
import { sendPing } from '../src/rpc/send-ping.ts';
import { Engine, LEASE_MS, newEvent, T0, type DeliveryRow } from './support/engine.ts';
import { answers, Receiver, testCa, type Received, type TestCa } from './support/receiver.ts';

const HOUR = 3600_000;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let ca: TestCa;
let engine: Engine;
let receiver: Receiver;
let dispatcher: Dispatcher;

beforeAll(async () => {
  ca = await testCa();
});
beforeEach(async () => {
  receiver = await Receiver.start(ca);
  engine = await Engine.create({ ca: ca.ca });
  dispatcher = engine.startDispatcher();
});
afterEach(async () => {
  release(LATE);
  await engine.close();
  await receiver.stop();
});

/** What a lost worker comes to in the end. */
const LATE: AttemptResult = {
  status: 500,
  error: 'x',
  response: Buffer.alloc(0),
  retryAfter: undefined,
  durationMs: 1,
};
let release: (result: AttemptResult) => void = () => undefined;

/** Lets the time go on and the worker look. */
function goOn(byMs: number): void {
  engine.nowMs += byMs;
  dispatcher.wake();
}

const settled = (rows: DeliveryRow[]) => rows.every((row) => row.leased_until === null);
const attemptsOf = (id: string) =>
  engine.query<{
    number: number;
    started_at: Date;
    status: number | null;
    error: string | null;
    body: Buffer;
  }>('select * from attempt where delivery_id = $1 order by started_at', [id]);

function verify({ headers, body }: Received, secret: string): void {
  const timestamp = String(headers['x-service-timestamp']);
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['x-service-signature']).toBe(`v1=${hmac}`);
}

/** By the library of Standard Webhooks, whose clock is the machine's: its tolerance is what the test's clock must not exceed. */
function verifyStandard({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('a delivery', () => {
  test('carries the contract’s body and headers, and both signatures', async () => {
    engine.nowMs = Date.now();
    const store = newId('sto');
    engine.fetch = () => ({ product: exampleProduct });
    const app = await engine.newApp(store, receiver.url);
    const costs = await engine.newApp(store, receiver.url, { scopes: ['read_products', 'read_costs'] });
    const event = newEvent(store, 'product.updated', { subjectId: exampleProduct.id });
    await engine.hear(event);
    const rows = await engine.until((all) => all.every(({ state }) => state === 'delivered'), 'delivered');
    expect(rows).toHaveLength(2);
    expect(engine.fetches).toBe(1);
    const of = (appId: string) => {
      const { id } = rows.find((row) => row.app_id === appId)!;
      return receiver.received.find(({ headers }) => headers['x-service-delivery'] === id)!;
    };
    const got = of(app.appId);
    expect(got.path).toBe('/hooks?app=1');
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'product.updated',
      'x-service-event-id': event.id,
      'x-service-store': store,
      'x-service-timestamp': String(Math.floor(engine.nowMs / 1000)),
      'webhook-id': event.id,
      'content-length': String(Buffer.byteLength(got.body)),
    });
    expect(JSON.parse(got.body)).toEqual({
      id: event.id,
      type: 'product.updated',
      created_at: new Date(event.occurredAtMs).toISOString(),
      store_id: store,
      data: presentProduct(exampleProduct, { costs: false }),
    });
    expect(JSON.parse(of(costs.appId).body).data).toEqual(presentProduct(exampleProduct, { costs: true }));
    verify(got, app.secret);
    expect(verifyStandard(got, app.secret)).toEqual(JSON.parse(got.body));
    expect(() => verifyStandard(got, costs.secret)).toThrow();
    const [logged] = await attemptsOf(String(got.headers['x-service-delivery']));
    expect(logged).toMatchObject({ number: 1, status: 200, error: null, body: Buffer.from(got.body) });
  });

  test('that fails is retried by the schedule for 44 hours, then dead; every attempt is kept', async () => {
    receiver.answer = answers(500);
    const store = newId('sto');
    const app = await engine.newApp(store, receiver.url);
    await engine.hear(newEvent(store));
    const waits: number[] = [];
    for (let n = 1; n <= 13; n++) {
      engine.random = [0, 0.5, 1][n % 3]!;
      const [row] = await engine.until(([one]) => one!.attempts === n && settled([one!]), `attempt ${n}`);
      if (n === 13) {
        expect(row).toMatchObject({
          state: 'dead',
          last_status: 500,
          last_error: 'The receiver answered 500.',
        });
        break;
      }
      expect(row!.state).toBe('retrying');
      const wait = row!.due_at.getTime() - engine.nowMs;
      waits.push(wait);
      expect(wait).toBe(Math.round(RETRY_WAITS_MS[n - 1]! * (0.9 + 0.2 * engine.random)));
      // Not a moment before it is due.
      goOn(wait - 1);
      goOn(1);
    }
    const total = engine.nowMs - T0;
    expect(total / HOUR).toBeGreaterThan(39);
    expect(total / HOUR).toBeLessThan(48.5);
    expect(receiver.received).toHaveLength(13);
    const [first, second] = receiver.received;
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(first!.headers['x-service-timestamp']).not.toBe(second!.headers['x-service-timestamp']);
    for (const received of receiver.received) verify(received, app.secret);
    const log = await attemptsOf((await engine.deliveries())[0]!.id);
    expect(log.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
    goOn(100 * HOUR);
    await dispatcher.stop();
    expect(receiver.received).toHaveLength(13);
  });

  test('in its retries has the data and the secret of then, and the old secret’s Standard signature for a day', async () => {
    receiver.answer = answers(503);
    engine.nowMs = Date.now();
    const store = newId('sto');
    const app = await engine.newApp(store, receiver.url);
    engine.fetch = () => ({ product: { ...exampleProduct, name: 'Before' } });
    await engine.hear(newEvent(store));
    await engine.until(([row]) => row!.attempts === 1, 'the first attempt');
    const rotated = await rotateSecret(engine.deps)(ctx, { appId: app.appId });
    const secret = 'secret' in rotated ? rotated.secret : '';
    engine.fetch = () => ({ product: { ...exampleProduct, name: 'After' } });
    goOn(30_000);
    await engine.until(([row]) => row!.attempts === 2, 'the second attempt');
    receiver.answer = answers(200);
    goOn(25 * HOUR);
    await engine.until(([row]) => row!.state === 'delivered', 'the delivery');
    const [one, two, three] = receiver.received;
    verify(one!, app.secret);
    verify(two!, secret);
    verify(three!, secret);
    expect([one, two].map((got) => JSON.parse(got!.body).data.name)).toEqual(['Before', 'After']);
    verifyStandard(two!, app.secret);
    verifyStandard(two!, secret);
    expect(String(three!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('waits as a Retry-After asks, at most twice as long', async () => {
    receiver.answer = answers(429, { 'Retry-After': '45' });
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    await engine.hear(newEvent(store));
    let [row] = await engine.until(([one]) => one!.attempts === 1, 'the first attempt');
    expect(row!.due_at.getTime() - engine.nowMs).toBe(45_000);
    receiver.answer = answers(503, { 'Retry-After': new Date(engine.nowMs + 48 * HOUR).toUTCString() });
    goOn(45_000);
    [row] = await engine.until(([one]) => one!.attempts === 2, 'the second attempt');
    expect(row!.due_at.getTime() - engine.nowMs).toBe(120_000);
  });

  test('of what exists no longer tells its id', async () => {
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    const event = newEvent(store);
    await engine.hear(event);
    await engine.until(([row]) => row!.state === 'delivered', 'the delivery');
    expect(JSON.parse(receiver.received[0]!.body).data).toEqual({ id: event.subjectId });
  });

  test('whose data cannot be got is no attempt, and goes out once it can', async () => {
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    engine.fetch = () => new Error('catalog is away');
    await engine.hear(newEvent(store));
    await engine.until(([row]) => row!.due_at.getTime() === T0 + 2_000, 'the postponement');
    engine.fetch = () => ({});
    goOn(2_000);
    const [row] = await engine.until(([one]) => one!.state === 'delivered', 'the delivery');
    expect(row!.attempts).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });

  test('follows no redirect', async () => {
    receiver.answer = answers(302, { Location: receiver.url });
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    await engine.hear(newEvent(store));
    const [row] = await engine.until(([one]) => one!.attempts === 1, 'the attempt');
    expect(row).toMatchObject({
      state: 'retrying',
      last_error: 'The receiver answered 302; redirects are not followed.',
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('is verified: a certificate of an unknown authority is refused', async () => {
    const stranger = await Receiver.start(await testCa());
    const store = newId('sto');
    await engine.newApp(store, stranger.url);
    await engine.hear(newEvent(store));
    const [row] = await engine.until(([one]) => one!.attempts === 1, 'the attempt');
    expect(row!.last_error).toMatch(/TLS certificate/);
    expect(stranger.received).toEqual([]);
    await stranger.stop();
  });

  test('uses a connection again', async () => {
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    for (let n = 1; n <= 5; n++) {
      await engine.hear(newEvent(store));
      await engine.until((rows) => rows.filter(({ state }) => state === 'delivered').length === n, `${n}`);
    }
    expect(receiver.connections).toBe(1);
  });
});

describe('a ping', () => {
  test('goes out without a store', async () => {
    const { appId } = await engine.newApp(newId('sto'), receiver.url);
    const answer = await sendPing(engine.deps)(ctx, { appId });
    const [row] = await engine.until(([one]) => one!.state === 'delivered', 'the ping');
    expect(answer).toEqual({ eventId: row!.event_id, deliveryId: row!.id });
    const { headers, body } = receiver.received[0]!;
    expect(headers).not.toHaveProperty('x-service-store');
    expect(JSON.parse(body)).toEqual({
      id: row!.event_id,
      type: 'ping',
      created_at: new Date(T0).toISOString(),
      store_id: null,
      data: { app_id: appId },
    });
  });

  test('is refused to an app without an endpoint, or with one that is disabled', async () => {
    const { appId } = await engine.newApp(newId('sto'), receiver.url);
    await engine.query("update endpoint set state = 'disabled'");
    await expect(sendPing(engine.deps)(ctx, { appId })).rejects.toMatchObject({
      details: [{ reason: 'webhook_disabled' }],
    });
    for (const other of [newId('app'), '', 'x'])
      await expect(sendPing(engine.deps)(ctx, { appId: other })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an endpoint whose attempts all fail', () => {
  test('is disabled at the first failure 48 hours after the first, its owner is told, and it comes back', async () => {
    receiver.answer = answers(500);
    const store = newId('sto');
    const app = await engine.newApp(store, receiver.url);
    const health = async () => {
      const { endpoint } = (await getEndpoint(engine.deps)(ctx, { appId: app.appId })) as never as {
        endpoint: { state: number; failingSinceMs?: number; disabledAtMs?: number };
      };
      return endpoint;
    };
    await engine.hear(newEvent(store));
    await engine.until(([row]) => row!.attempts === 1, 'the first failure');
    expect(await health()).toMatchObject({ state: 1, failingSinceMs: T0 });
    // 48 hours but a millisecond later a new delivery fails: not yet.
    engine.nowMs = T0 + 48 * HOUR - 1;
    await engine.query('update delivery set due_at = $1', [new Date(T0 + 100 * HOUR)]);
    await engine.hear(newEvent(store), newEvent(store, 'customers.redact'));
    await engine.until((rows) => rows.every(({ attempts }) => attempts === 1), 'the failures before');
    expect((await health()).state).toBe(1);
    expect(await takeEvents(engine.deps.db)).toEqual([]);
    goOn(1);
    await engine.hear(newEvent(store));
    const rows = await engine.until((all) => all.some(({ state }) => state === 'cancelled'), 'the disabling');
    expect(rows.map(({ type, state }) => `${type} ${state}`).toSorted()).toEqual([
      'customers.redact retrying',
      'product.updated cancelled',
      'product.updated cancelled',
      'product.updated cancelled',
    ]);
    expect(await health()).toMatchObject({ state: 2, failingSinceMs: T0, disabledAtMs: engine.nowMs });
    const [told, ...more] = await takeEvents(engine.deps.db);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ type: 'webhook.disabled', subjectId: app.appId, storeId: '' });
    expect(WebhookDisabled.decode(told!.payload)).toEqual({
      url: receiver.url,
      failingSinceMs: T0,
      lastError: 'The receiver answered 500.',
      cancelledDeliveries: 2,
    });
    // While it is disabled nothing is sent, ordinary events are not queued, mandatory ones wait.
    receiver.received.length = 0;
    receiver.answer = answers(200);
    await engine.hear(newEvent(store), newEvent(store, 'customers.data_request'));
    goOn(HOUR);
    expect(receiver.received).toEqual([]);
    const answer = await reactivateEndpoint(engine.deps)(ctx, { appId: app.appId });
    expect(answer).toMatchObject({ resumedDeliveries: 2, endpoint: { state: 1 } });
    expect(await health()).toEqual(
      expect.objectContaining({ state: 1, failingSinceMs: undefined, disabledAtMs: undefined }),
    );
    await engine.until((all) => all.filter(({ state }) => state === 'delivered').length === 2, 'what waited');
    expect(receiver.received.map(({ headers }) => headers['x-service-event']).toSorted()).toEqual([
      'customers.data_request',
      'customers.redact',
    ]);
    // Active already: nothing happens.
    expect(await reactivateEndpoint(engine.deps)(ctx, { appId: app.appId })).toMatchObject({
      resumedDeliveries: 0,
    });
  });

  test('is well again after one success, however late', async () => {
    receiver.answer = answers(500);
    const store = newId('sto');
    const app = await engine.newApp(store, receiver.url);
    await engine.hear(newEvent(store));
    await engine.until(([row]) => row!.attempts === 1, 'the failure');
    receiver.answer = answers(204);
    goOn(47 * HOUR);
    await engine.until(([row]) => row!.state === 'delivered', 'the success');
    receiver.answer = answers(500);
    goOn(2 * HOUR);
    await engine.hear(newEvent(store));
    await engine.until((rows) => rows.some(({ state }) => state === 'retrying'), 'the next failure');
    expect(await getEndpoint(engine.deps)(ctx, { appId: app.appId })).toMatchObject({
      endpoint: { state: 1, failingSinceMs: engine.nowMs },
    });
  });

  test('that is unknown can be neither rotated nor reactivated', async () => {
    const appId = newId('app');
    await expect(rotateSecret(engine.deps)(ctx, { appId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(reactivateEndpoint(engine.deps)(ctx, { appId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a worker that is lost in the middle of an attempt', () => {
  test('loses nothing: another makes the attempt when the lease is over, and not before', async () => {
    await dispatcher.stop();
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    // It takes the delivery, and is never heard of again.
    const lost = engine.startDispatcher(() => new Promise((resolve) => (release = resolve)));
    await engine.hear(newEvent(store));
    await engine.until(([row]) => row!.leased_until !== null, 'the lease');
    dispatcher = engine.startDispatcher();
    goOn(LEASE_MS - 1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(receiver.received).toEqual([]);
    goOn(1);
    await engine.until(([row]) => row!.state === 'delivered', 'the delivery by another');
    expect(receiver.received).toHaveLength(1);
    // Were it heard of after all, with a failure: what is delivered stays so.
    release(LATE);
    await lost.stop();
    expect((await engine.deliveries())[0]).toMatchObject({ state: 'delivered' });
  });

  test('a delivery is taken by one of many workers only', async () => {
    const others = Array.from({ length: 3 }, () => engine.startDispatcher());
    const store = newId('sto');
    await engine.newApp(store, receiver.url);
    await engine.hear(...Array.from({ length: 60 }, () => newEvent(store)));
    await engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'all of them');
    for (const other of others) await other.stop();
    expect(receiver.received).toHaveLength(60);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(60);
  });
});
