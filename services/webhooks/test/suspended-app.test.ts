import { afterEach, beforeEach, expect, test } from 'vitest';
import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import { releaseDeliveriesJob } from '../src/jobs/release-deliveries.ts';
import { getReplay } from '../src/rpc/get-replay.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { replayRange } from '../src/rpc/replay-range.ts';
import { sendPing } from '../src/rpc/send-ping.ts';
import { sendTestEvent } from '../src/rpc/send-test-event.ts';
import { feedClockAdvance } from '../src/store/feed-clock.ts';
import { heldDeliveryRelease } from '../src/store/held-delivery.ts';
import { suspendedStorePut } from '../src/store/suspended-store.ts';
import type { AttemptResult } from '../src/use-cases/deliveries/send-attempt.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';
import { appSuspensionEvent, installationEvent, suspensionEvent } from './support/installation-event.ts';

const HOOK = 'https://hooks.example.com/in';
const DAY = 24 * 3600_000;
const OK: AttemptResult = {
  status: 200,
  error: undefined,
  response: Buffer.alloc(0),
  retryAfter: undefined,
  durationMs: 1,
};
const FAILED: AttemptResult = { ...OK, status: 500, error: 'The receiver answered 500.' };
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let engine: Engine;

beforeEach(async () => {
  engine = await Engine.create();
});
afterEach(() => engine.close());

/** Suspends or restores an app. */
async function set(appId: string, suspended: boolean, version: number): Promise<void> {
  await engine.receive(appSuspensionEvent(appId, suspended, version));
  await engine.deps.jobs.worker().run();
}

const statesOf = async (appId: string) =>
  (await engine.deliveries(`app_id = '${appId}'`)).map(({ type, state, attempts }) => [
    type,
    state,
    attempts,
  ]);

test('ordinary deliveries of a suspended app wait on all stores and are due once it is restored', async () => {
  const [store, other] = [newId('sto'), newId('sto')];
  const [app, healthy] = [await engine.newApp(store, HOOK), await engine.newApp(store, HOOK)];
  engine.install(other, app.appId, ['read_products']);
  await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
  await engine.receive(newEvent(other));
  await engine.query(
    "update delivery set state = 'retrying', attempts = 3, due_at = $2 where store_id = $1",
    [other, new Date(T0 + DAY)],
  );

  await set(app.appId, true, 1);
  expect((await statesOf(app.appId)).map((state) => state.join(' ')).toSorted()).toEqual([
    'customers.redact pending 0',
    'product.updated cancelled 0',
    'product.updated cancelled 3',
  ]);
  expect((await statesOf(healthy.appId)).map(([, state]) => state)).toEqual(['pending', 'pending']);

  engine.nowMs += 60_000;
  await set(app.appId, false, 2);
  const released = await engine.deliveries(`app_id = '${app.appId}' and type = 'product.updated'`);
  expect(released.map(({ state, attempts, due_at }) => [state, attempts, due_at.getTime()])).toEqual(
    Array.from({ length: 2 }, () => ['pending', 0, engine.nowMs]),
  );
  expect(await engine.query('select from held_delivery')).toEqual([]);
});

test('no ordinary delivery of a suspended app is attempted, even before the job has held it', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK, { scopes: ['read_products', 'read_customers'] });
  const attempted: (string | undefined)[] = [];
  await engine.receive(newEvent(store));
  await engine.receive(appSuspensionEvent(appId, true, 1));
  // The fan-out has read the installations before the suspension.
  await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
  engine.startDispatcher(async ({ headers }) => {
    attempted.push(headers['X-Service-Event']);
    return OK;
  });
  await engine.until((rows) => rows.every(({ state }) => /delivered|cancelled/.test(state)), 'the end');
  expect(attempted).toEqual(['customers.redact']);
  expect(await engine.query('select from finished_delivery where leased_until is not null')).toEqual([]);
  await set(appId, true, 1);
  await set(appId, false, 2);
  engine.wake();
  await engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'the deliveries');
  expect(attempted).toEqual(['customers.redact', 'product.updated', 'product.updated']);
});

test('an attempt that was running when the app was suspended is not repeated until it is restored', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  const { promise: answered, resolve: answer } = Promise.withResolvers<AttemptResult>();
  let attempts = 0;
  engine.startDispatcher(async () => (++attempts === 1 ? answered : OK));
  await engine.receive(newEvent(store));
  await engine.until(() => attempts === 1, 'the attempt');
  await set(appId, true, 1);
  answer(FAILED);
  await engine.until(([row]) => row!.attempts === 1 && row!.leased_until === null, 'the failure');
  expect(await statesOf(appId)).toEqual([['product.updated', 'cancelled', 1]]);
  engine.nowMs += DAY;
  await set(appId, false, 2);
  engine.wake();
  await engine.until(([row]) => row!.state === 'delivered', 'the delivery');
  expect(attempts).toBe(2);
});

test('an older suspension that arrives late changes nothing', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  await set(appId, false, 2);
  await set(appId, true, 1);
  expect(await statesOf(appId)).toEqual([['product.updated', 'pending', 0]]);
});

test('a long backlog is held and released in parts', async () => {
  const store = newId('sto');
  const { appId, installationId } = await engine.newApp(store, HOOK);
  await engine.deps.partitions.ensure(T0);
  await engine.query(
    `insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at)
     select 'dlv_' || n, $1, $2, $3, 'evt_' || n, '2099-11-03', 'product.updated', false, 'pending', $4, $4
     from generate_series(1, 2500) n`,
    [appId, store, installationId, new Date(T0)],
  );
  const counts = async () => {
    const states = Map.groupBy(await statesOf(appId), ([, state]) => state);
    return Object.fromEntries([...states].map(([state, rows]) => [state, rows.length]));
  };
  await set(appId, true, 1);
  expect(await counts()).toEqual({ cancelled: 2_500 });
  await set(appId, false, 2);
  expect(await counts()).toEqual({ pending: 2_500 });
});

test.each([
  [['app', 'store'], 'app'],
  [['app', 'store'], 'store'],
  [['store', 'app'], 'app'],
  [['store', 'app'], 'store'],
] as const)(
  'a delivery whose %j are suspended waits for both, also if the %s is restored first',
  async (suspended, restored) => {
    const store = newId('sto');
    const { appId } = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    const change = {
      app: (isSuspended: boolean, version: number) => set(appId, isSuspended, version),
      store: (isSuspended: boolean, version: number) =>
        engine.receive(suspensionEvent(store, isSuspended, version)),
    };
    for (const each of suspended) await change[each](true, 1);
    await change[restored](false, 2);
    expect(await statesOf(appId)).toEqual([['product.updated', 'cancelled', 0]]);
    await change[restored === 'app' ? 'store' : 'app'](false, 2);
    expect(await statesOf(appId)).toEqual([['product.updated', 'pending', 0]]);
  },
);

test('a delivery is released by one of two restorations that run at the same time', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  await set(appId, true, 1);
  await engine.receive(suspensionEvent(store, true, 1));
  let restored = Promise.resolve();
  await engine.deps.db.transaction(async (tx) => {
    await feedClockAdvance(tx, store, 1);
    await suspendedStorePut(tx, store, { suspended: false, version: 2 });
    await heldDeliveryRelease(tx, store, T0);
    restored = set(appId, false, 2);
    await waitingForLocks(engine.deps.db, 1);
  });
  await restored;
  expect(await statesOf(appId)).toEqual([['product.updated', 'pending', 0]]);
});

test('a release ends early when the app is suspended again', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  await set(appId, true, 1);
  const { writer } = engine.deps;
  const part = { id: '', request: Buffer.alloc(0), total: 0, done: 0, position: '', startedAtMs: T0 };
  const release = () =>
    writer.change(ctx, (unit) =>
      releaseDeliveriesJob(engine.deps).part(unit, { ...ctx, storeId: appId }, part),
    );
  expect(await release()).toEqual({ done: 0 });
  expect(await statesOf(appId)).toEqual([['product.updated', 'cancelled', 0]]);
  await engine.receive(appSuspensionEvent(appId, false, 2));
  expect(await release()).toMatchObject({ done: 1 });
});

test('a delivery of an installation that was uninstalled during the suspension is not sent again', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  await set(app.appId, true, 1);
  await engine.receive(installationEvent('app.uninstalled', store, app));
  await set(app.appId, false, 2);
  expect((await statesOf(app.appId)).map(([type, state]) => `${type} ${state}`).toSorted()).toEqual([
    'app.uninstalled pending',
    'product.updated cancelled',
  ]);
});

test('replays, pings and test events of a suspended app are refused, except for replays of mandatory events', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
  await engine.end('dead', 'true');
  const replay = async (type: string) => {
    const [row] = await engine.deliveries(`type = '${type}'`);
    return replayDelivery(engine.deps)(ctx, { appId, deliveryId: row!.id });
  };
  const range = () => replayRange(engine.deps)(ctx, { appId, fromMs: T0, toMs: T0 + DAY });
  const calls = [
    () => replay('product.updated'),
    range,
    () => sendPing(engine.deps)(ctx, { appId }),
    () => sendTestEvent(engine.deps)({ ...ctx, storeId: store }, { appId, type: 'product.updated' }),
  ];
  const running = await range();
  if (!('replayId' in running)) throw new Error('a response was expected');
  await set(appId, true, 1);
  const { replayId } = running;
  expect(await getReplay(engine.deps)(ctx, { appId, replayId })).toMatchObject({
    state: BulkJobState.FAILED,
    done: 0,
    failure: expect.stringContaining('suspended'),
  });
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ code: 'conflict', details: [{ reason: 'suspended' }] });
  await replay('customers.redact');
  await set(appId, false, 2);
  for (const call of calls) await call();
});
