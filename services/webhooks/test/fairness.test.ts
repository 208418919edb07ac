import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import type { AttemptRequest, AttemptResult } from '../src/use-cases/deliveries/send-attempt.ts';
import { Lanes } from '../src/domain/lanes.ts';
import { deliveryClaimDue, deliveryNextApps } from '../src/store/delivery-queue.ts';
import { eventFindMany } from '../src/store/event.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';

const OK: AttemptResult = {
  status: 200,
  error: undefined,
  response: Buffer.alloc(0),
  retryAfter: undefined,
  durationMs: 1,
};
const FAILED: AttemptResult = { ...OK, status: undefined, error: 'The receiver did not answer.' };

let engine: Engine;
let pending: (() => void)[] = [];
beforeEach(async () => {
  engine = await Engine.create({ limits: { total: 16, perEndpoint: 4 } });
});
afterEach(async () => {
  for (const resolve of pending.splice(0)) resolve();
  await engine.close();
});

describe('isolation of receivers', () => {
  test('hanging receivers do not delay healthy ones, although each has more deliveries than its limit', async () => {
    const store = newId('sto');
    const apps = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        engine.newApp(store, `https://app${i}.example.com/${i % 5 === 0 ? 'hangs' : ''}`),
      ),
    );
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    let hanging = true;
    engine.startDispatcher(async ({ url }: AttemptRequest) => {
      const now = (running.get(url) ?? 0) + 1;
      running.set(url, now);
      most.set(url, Math.max(most.get(url) ?? 0, now));
      if (hanging && url.endsWith('hangs')) await new Promise<void>((resolve) => pending.push(resolve));
      running.set(url, running.get(url)! - 1);
      return url.endsWith('hangs') ? FAILED : OK;
    });
    await engine.receive(...Array.from({ length: 30 }, () => newEvent(store)));
    const hung = apps.filter((_, i) => i % 5 === 0).map(({ appId }) => `'${appId}'`);
    const where = `app_id not in (${hung.join(',')})`;
    const healthy = await engine.until(
      (rows) => rows.every(({ state }) => state === 'delivered'),
      'the healthy',
      where,
    );
    expect(healthy).toHaveLength(16 * 30);
    // No attempt at a hanging receiver has ended.
    expect(await engine.deliveries(`app_id in (${hung.join(',')}) and attempts > 0`)).toEqual([]);
    expect(Math.max(...most.values())).toBeLessThanOrEqual(4);
    hanging = false;
  });

  test('a failing receiver gets one attempt at a time until one succeeds', async () => {
    const store = newId('sto');
    await engine.newApp(store, 'https://app.example.com/');
    let failing = true;
    let running = 0;
    let most = 0;
    engine.startDispatcher(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return failing ? FAILED : OK;
    });
    await engine.receive(newEvent(store));
    await engine.until(([row]) => row!.attempts === 1, 'the failure');
    most = 0;
    await engine.receive(...Array.from({ length: 12 }, () => newEvent(store)));
    await engine.until((rows) => rows.every(({ attempts }) => attempts === 1), 'all failures');
    expect(most).toBe(1);
    failing = false;
    engine.nowMs += 60_000;
    engine.wake();
    await engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'all deliveries');
    expect(most).toBeGreaterThan(1);
  });
});

test('a burst for one app is delivered in steps, and the event of another app does not wait for the end of the burst', async () => {
  const [busy, quiet] = [newId('sto'), newId('sto')];
  const app = await engine.newApp(busy, 'https://busy.example.com/');
  await engine.newApp(quiet, 'https://quiet.example.com/');
  const order: string[] = [];
  let running = 0;
  let most = 0;
  for (let n = 0; n < 8; n++) await engine.receive(...Array.from({ length: 50 }, () => newEvent(busy)));
  await engine.receive(newEvent(quiet));
  engine.startDispatcher(async ({ url }) => {
    most = Math.max(most, ++running);
    order.push(url);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    return OK;
  });
  await engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'all');
  expect(order).toHaveLength(401);
  expect(order.indexOf('https://quiet.example.com/')).toBeLessThan(16);
  expect(most).toBeLessThanOrEqual(8);
  expect(app.appId).not.toBe('');
});

test('processes look at all apps with open deliveries in rounds, each call at the next ones', async () => {
  const { db } = engine.deps;
  const store = newId('sto');
  const apps: string[] = [];
  for (let n = 0; n < 5; n++) apps.push((await engine.newApp(store, 'https://app.example.com/')).appId);
  expect(await deliveryNextApps(db, 2)).toEqual([]);
  await engine.receive(...Array.from({ length: 3 }, () => newEvent(store)));
  apps.sort();
  const slices: string[][] = [];
  for (let n = 0; n < 4; n++) slices.push(await deliveryNextApps(db, 2));
  expect(slices).toEqual([apps.slice(0, 2), apps.slice(2, 4), apps.slice(4), apps.slice(0, 2)]);
  await engine.end('delivered', `app_id > '${apps[1]}'`);
  expect([await deliveryNextApps(db, 2), await deliveryNextApps(db, 2)]).toEqual([[], apps.slice(0, 2)]);
});

test('apps have their turns in the order of the claim', async () => {
  const store = newId('sto');
  const apps: string[] = [];
  for (let n = 0; n < 30; n++) apps.push((await engine.newApp(store, 'https://app.example.com/')).appId);
  await engine.receive(...Array.from({ length: 3 }, () => newEvent(store)));
  await engine.query('analyze');
  const common = { nowMs: T0, leasedUntilMs: T0 + 1, failing: false, limit: 10 };
  for (const turns of [apps, apps.toReversed()]) {
    const claimed = await deliveryClaimDue(engine.deps.db, {
      ...common,
      apps: new Map(turns.map((app, n) => [app, n === 0 ? 2 : 1])),
    });
    const counts = Map.groupBy(claimed, ({ appId }) => appId);
    expect(new Map([...counts].map(([app, ofApp]) => [app, ofApp.length]))).toEqual(
      new Map(turns.slice(0, 9).map((app, n) => [app, n === 0 ? 2 : 1])),
    );
  }
});

test('deliveries of more apps than a process may attempt at a time are delivered without another look at all apps', async () => {
  const store = newId('sto');
  for (let n = 0; n < 40; n++) await engine.newApp(store, 'https://app.example.com/');
  engine.startDispatcher(async () => OK);
  await engine.until((rows) => rows.length === 0, 'the first look');
  // From here on, a look at all apps finds none.
  await engine.query(
    `create function past_all() returns trigger language plpgsql as
       $$ begin new.after_app_id := 'z'; return new; end $$`,
  );
  await engine.query(
    'create trigger past_all before update on delivery_turn for each row execute function past_all()',
  );
  await engine.query('update delivery_turn set only_row = true');
  await engine.receive(...Array.from({ length: 10 }, () => newEvent(store)));
  const rows = await engine.until((all) => all.every(({ state }) => state === 'delivered'), 'all');
  expect(rows).toHaveLength(400);
});

describe('lanes', () => {
  let now: number;
  let lanes: Lanes;
  beforeEach(() => {
    now = 0;
    lanes = new Lanes({ total: 10, perEndpoint: 4 }, () => now);
  });

  test('the capacity of an endpoint is the rest of its limit, and that of a lane the rest of the total', () => {
    const releaseSlot = lanes.acquire('a', false);
    lanes.acquire('a', false);
    expect(lanes.capacity(false)).toEqual({ limit: 8, each: 4, remaining: new Map([['a', 2]]) });
    releaseSlot();
    expect(lanes.capacity(false)).toEqual({ limit: 9, each: 4, remaining: new Map([['a', 3]]) });
    expect(lanes.capacity(true)).toEqual({ limit: 10, each: 1, remaining: new Map([['a', 0]]) });
  });

  test('an endpoint without a response for a second has no capacity, and its slots are available to others', () => {
    for (let n = 0; n < 3; n++) lanes.acquire('slow', false);
    expect(lanes.capacity(false).limit).toBe(7);
    now = 1_000;
    expect(lanes.capacity(false)).toEqual({ limit: 10, each: 4, remaining: new Map([['slow', 0]]) });
    expect(lanes.capacity(true).limit).toBe(7);
  });

  test('at most twice the total limit is running', () => {
    for (let n = 0; n < 30; n++) {
      if (lanes.capacity(false).limit > 0) lanes.acquire(`app${n}`, false);
      now += 1_000;
    }
    expect(lanes.capacity(false).limit).toBe(0);
    expect(lanes.capacity(true).limit).toBe(0);
  });
});

test('due deliveries and their events are found by indexes', async () => {
  const store = newId('sto');
  await engine.newApp(store, 'https://app.example.com/');
  await engine.receive(...Array.from({ length: 10 }, () => newEvent(store)));
  await engine.query(
    `insert into delivery select id || n, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, 'retrying',
       1, due_at + interval '1 day', null, created_at from delivery, generate_series(1, 500) n`,
  );
  await engine.query('analyze');
  const claim = {
    nowMs: T0,
    leasedUntilMs: T0,
    failing: false,
    apps: new Map([['app_x', 1]]),
    limit: 10,
  };
  for (const statement of [
    (db: Queryable) => deliveryClaimDue(db, claim),
    (db: Queryable) => deliveryNextApps(db, 10),
  ]) {
    const plan = await planOf(engine.database.db, statement);
    expect(plan.scans.filter((scan) => / on delivery\b/.test(scan))).not.toContainEqual(
      expect.stringMatching(/Seq Scan/),
    );
    expect(plan.scans.join('\n')).toMatch(/delivery_due on delivery/);
  }
  const [row] = await engine.deliveries();
  const keys = [{ eventDay: '2099-11-03', eventId: row!.event_id }];
  expect((await eventFindMany(engine.database.db, keys)).size).toBe(1);
});
