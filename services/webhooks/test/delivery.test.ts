import { OrderPaid } from '@commerce/proto/commerce/orders/v1/events.ts';
import { PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';
import { describe, expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { exampleOrder } from '@commerce/public-api/2026-10/examples/order.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { presentProduct } from '@commerce/public-api/2026-10/presenters/index.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { RETRY_WAITS_MS } from '../src/domain/schedule.ts';
import { rotateSecret } from '../src/rpc/rotate-secret.ts';
import { newEvent, T0, type DeliveryRow } from './support/engine.ts';
import { testCa } from '@commerce/service-kit/testing/ca.ts';
import { answers, Receiver, type Received } from './support/receiver.ts';
import { useStage } from './support/stage.ts';

const HOUR = 3600_000;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const stage = useStage();

const settled = (rows: DeliveryRow[]) => rows.every((row) => row.leased_until === null);
const attemptsOf = (id: string) =>
  stage.engine.query<{
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

/**
 * Verifies with the Standard Webhooks library, which uses the machine's clock: the test's clock must be within its
 * tolerance.
 */
function verifyStandard({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('deliveries', () => {
  test('a delivery has the body and headers of the contract, and both signatures', async () => {
    stage.engine.nowMs = Date.now();
    const store = newId('sto');
    stage.engine.fetch = () => ({ product: exampleProduct });
    const app = await stage.engine.newApp(store, stage.receiver.url);
    const costs = await stage.engine.newApp(store, stage.receiver.url, {
      scopes: ['read_products', 'read_costs'],
    });
    const event = newEvent(store, 'product.updated', { subjectId: exampleProduct.id });
    await stage.engine.receive(event);
    const rows = await stage.engine.until(
      (all) => all.every(({ state }) => state === 'delivered'),
      'delivered',
    );
    expect(rows).toHaveLength(2);
    expect(stage.engine.fetchCalls).toBe(1);
    const receivedBy = (appId: string) => {
      const { id } = rows.find((row) => row.app_id === appId)!;
      return stage.receiver.received.find(({ headers }) => headers['x-service-delivery'] === id)!;
    };
    const got = receivedBy(app.appId);
    expect(got.path).toBe('/hooks?app=1');
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'product.updated',
      'x-service-event-id': event.id,
      'x-service-store': store,
      'x-service-timestamp': String(Math.floor(stage.engine.nowMs / 1000)),
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
    expect(JSON.parse(receivedBy(costs.appId).body).data).toEqual(
      presentProduct(exampleProduct, { costs: true }),
    );
    verify(got, app.secret);
    expect(verifyStandard(got, app.secret)).toEqual(JSON.parse(got.body));
    expect(() => verifyStandard(got, costs.secret)).toThrow();
    const [logged] = await attemptsOf(String(got.headers['x-service-delivery']));
    expect(logged).toMatchObject({ number: 1, status: 200, error: null, body: Buffer.from(got.body) });
  });

  test('a delivery that fails is retried by the schedule for 44 hours, then dead, and every attempt is logged', async () => {
    stage.receiver.answer = answers(500);
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.receive(newEvent(store));
    const waits: number[] = [];
    for (let n = 1; n <= 13; n++) {
      stage.engine.random = [0, 0.5, 1][n % 3]!;
      const [row] = await stage.engine.until(
        ([one]) => one!.attempts === n && settled([one!]),
        `attempt ${n}`,
      );
      if (n === 13) {
        expect(row).toMatchObject({
          state: 'dead',
          last_status: 500,
          last_error: 'The receiver answered 500.',
        });
        break;
      }
      expect(row!.state).toBe('retrying');
      const wait = row!.due_at.getTime() - stage.engine.nowMs;
      waits.push(wait);
      expect(wait).toBe(Math.round(RETRY_WAITS_MS[n - 1]! * (0.9 + 0.2 * stage.engine.random)));
      // A millisecond before it is due nothing happens.
      stage.advance(wait - 1);
      stage.advance(1);
    }
    const total = stage.engine.nowMs - T0;
    expect(total / HOUR).toBeGreaterThan(39);
    expect(total / HOUR).toBeLessThan(48.5);
    expect(stage.receiver.received).toHaveLength(13);
    const [first, second] = stage.receiver.received;
    expect(new Set(stage.receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(first!.headers['x-service-timestamp']).not.toBe(second!.headers['x-service-timestamp']);
    for (const received of stage.receiver.received) verify(received, app.secret);
    const log = await attemptsOf((await stage.engine.deliveries())[0]!.id);
    expect(log.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
    stage.advance(100 * HOUR);
    await stage.dispatcher.stop();
    expect(stage.receiver.received).toHaveLength(13);
  });

  test('a delivery is retried with current data and the current secret, and the previous secret signs the Standard header for a day', async () => {
    stage.receiver.answer = answers(503);
    stage.engine.nowMs = Date.now();
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    stage.engine.fetch = () => ({ product: { ...exampleProduct, name: 'Before' } });
    await stage.engine.receive(newEvent(store));
    await stage.engine.until(([row]) => row!.attempts === 1, 'the first attempt');
    const rotated = await rotateSecret(stage.engine.deps)(ctx, { appId: app.appId });
    const secret = 'secret' in rotated ? rotated.secret : '';
    stage.engine.fetch = () => ({ product: { ...exampleProduct, name: 'After' } });
    stage.advance(30_000);
    await stage.engine.until(([row]) => row!.attempts === 2, 'the second attempt');
    stage.receiver.answer = answers(200);
    stage.advance(25 * HOUR);
    await stage.engine.until(([row]) => row!.state === 'delivered', 'the delivery');
    const [one, two, three] = stage.receiver.received;
    verify(one!, app.secret);
    verify(two!, secret);
    verify(three!, secret);
    expect([one, two].map((got) => JSON.parse(got!.body).data.name)).toEqual(['Before', 'After']);
    verifyStandard(two!, app.secret);
    verifyStandard(two!, secret);
    expect(String(three!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('a delivery waits for the time of a Retry-After, at most twice the scheduled wait', async () => {
    stage.receiver.answer = answers(429, { 'Retry-After': '45' });
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.receive(newEvent(store));
    let [row] = await stage.engine.until(([one]) => one!.attempts === 1, 'the first attempt');
    expect(row!.due_at.getTime() - stage.engine.nowMs).toBe(45_000);
    stage.receiver.answer = answers(503, {
      'Retry-After': new Date(stage.engine.nowMs + 48 * HOUR).toUTCString(),
    });
    stage.advance(45_000);
    [row] = await stage.engine.until(([one]) => one!.attempts === 2, 'the second attempt');
    expect(row!.due_at.getTime() - stage.engine.nowMs).toBe(120_000);
  });

  test('a delivery of a deleted resource contains its id', async () => {
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    const event = newEvent(store);
    await stage.engine.receive(event);
    await stage.engine.until(([row]) => row!.state === 'delivered', 'the delivery');
    expect(JSON.parse(stage.receiver.received[0]!.body).data).toEqual({ id: event.subjectId });
  });

  test('a delivery whose data cannot be fetched is not attempted until it can be', async () => {
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    stage.engine.fetch = () => new Error('catalog is down');
    await stage.engine.receive(newEvent(store));
    await stage.engine.until(([row]) => row!.due_at.getTime() === T0 + 2_000, 'the postponement');
    stage.engine.fetch = () => ({});
    stage.advance(2_000);
    const [row] = await stage.engine.until(([one]) => one!.state === 'delivered', 'the delivery');
    expect(row!.attempts).toBe(1);
    expect(stage.receiver.received).toHaveLength(1);
  });

  test('deliveries whose data cannot be fetched are postponed at a limited pace', async () => {
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    const failedAt: number[] = [];
    stage.engine.fetch = () => {
      failedAt.push(performance.now());
      return new Error('catalog is down');
    };
    // Three times as many as an endpoint has places.
    const events = Array.from({ length: 24 }, () => newEvent(store));
    await stage.engine.receive(...events);
    await stage.engine.until((rows) => rows.every(({ due_at: at }) => at.getTime() === T0 + 2_000), 'all');
    const pauses = failedAt.slice(1).map((at, n) => at - failedAt[n]!);
    expect(pauses.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...pauses)).toBeGreaterThan(95);
  });

  test('a delivery whose data is malformed does not delay the others', async () => {
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url, { events: ['order.paid'], scopes: ['read_orders'] });
    const payload = Buffer.from(OrderPaid.encode({ status: 'delivered', paidVia: PaidVia.ONLINE }).finish());
    const paid = () => newEvent(store, 'order.paid', { payload });
    const [malformed, valid] = [paid(), paid()];
    stage.engine.fetch = ({ subjectId }) =>
      subjectId === malformed.subjectId
        ? { order: { ...exampleOrder, payment: undefined } }
        : { order: exampleOrder };
    malformed.subjectId = newId('ord');
    await stage.engine.receive(malformed, valid);
    const rows = await stage.engine.until(
      (all) => all.some(({ state }) => state === 'delivered'),
      'the valid one',
    );
    expect(rows.find(({ state }) => state === 'delivered')!.event_id).toBe(valid.id);
    const [left] = await stage.engine.until(
      ([row]) => row!.leased_until === null,
      'the other',
      `event_id = '${malformed.id}'`,
    );
    expect(left).toMatchObject({ state: 'pending', attempts: 0, due_at: new Date(T0 + 60_000) });
  });

  test('a delivery follows no redirect', async () => {
    stage.receiver.answer = answers(302, { Location: stage.receiver.url });
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.receive(newEvent(store));
    const [row] = await stage.engine.until(([one]) => one!.attempts === 1, 'the attempt');
    expect(row).toMatchObject({
      state: 'retrying',
      last_error: 'The receiver answered 302; redirects are not followed.',
    });
    expect(stage.receiver.received).toHaveLength(1);
  });

  test('a delivery is not sent to a receiver with a certificate of an unknown authority', async () => {
    const untrusted = await Receiver.start(await testCa());
    const store = newId('sto');
    await stage.engine.newApp(store, untrusted.url);
    await stage.engine.receive(newEvent(store));
    const [row] = await stage.engine.until(([one]) => one!.attempts === 1, 'the attempt');
    expect(row!.last_error).toMatch(/TLS certificate/);
    expect(untrusted.received).toEqual([]);
    await untrusted.stop();
  });

  test('a delivery reuses the connection to a receiver', async () => {
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    for (let n = 1; n <= 5; n++) {
      await stage.engine.receive(newEvent(store));
      await stage.engine.until(
        (rows) => rows.filter(({ state }) => state === 'delivered').length === n,
        `${n}`,
      );
    }
    expect(stage.receiver.connections).toBe(1);
  });
});
