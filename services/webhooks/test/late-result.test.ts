import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@commerce/service-kit/days.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import type { NewAttempt } from '../src/store/attempt.ts';
import { closedInstallationInsert } from '../src/store/closed-installation.ts';
import {
  deliveryClaimDue,
  deliveryRecordFailure,
  deliveryRecordSuccesses,
  type ClaimedDelivery,
} from '../src/store/delivery-queue.ts';
import { endpointLockHealth } from '../src/store/endpoint-health.ts';
import { Engine, LEASE_MS, newEvent, T0 } from './support/engine.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const recordSuccess = ({ id, appId, storeId, leasedUntilMs }: ClaimedDelivery) => {
  const attempt: NewAttempt = {
    day: dayOf(T0),
    deliveryId: id,
    appId,
    storeId,
    number: 1,
    startedAtMs: T0,
    durationMs: 5,
    url: 'https://hooks.example.com/in',
    status: 200,
    error: undefined,
    response: Buffer.alloc(0),
    signed: { timestamp: 1, signature: '', webhookSignature: '', body: Buffer.alloc(0) },
    leasedUntilMs,
  };
  return deliveryRecordSuccesses(engine.deps.db, [attempt]);
};

const recordFailure = (state: 'retrying' | 'dead') => (delivery: ClaimedDelivery) => {
  const failed = { state, attempts: 1, dueAtMs: T0, attemptedAtMs: T0, status: 500, error: 'x' };
  return deliveryRecordFailure(engine.deps.db, delivery, failed, T0);
};

/** A delivery to a new app of a new store, claimed. */
async function claimOne() {
  const store = newId('sto');
  const app = await engine.newApp(store, 'https://hooks.example.com/in');
  await engine.receive(newEvent(store));
  const [claimed] = await deliveryClaimDue(engine.deps.db, {
    nowMs: T0,
    leasedUntilMs: T0 + LEASE_MS,
    failing: false,
    apps: new Map([[app.appId, 1]]),
    limit: 1,
  });
  return { store, app, claimed: claimed! };
}

test.each([
  ['a success', 'delivered', recordSuccess],
  ['a failure', 'cancelled', recordFailure('retrying')],
  ['the last failure', 'cancelled', recordFailure('dead')],
])(
  '%s that waits for the commit of a cancellation is recorded: the delivery is %s',
  async (_, state, record) => {
    const { store, app, claimed } = await claimOne();
    let recorded = Promise.resolve();
    await engine.deps.db.transaction(async (tx) => {
      await closedInstallationInsert(tx, { storeId: store, ...app }, T0, []);
      recorded = record(claimed);
      await waitingForLocks(engine.deps.db, 1);
    });
    await recorded;
    expect(await engine.deliveries(`app_id = '${app.appId}'`)).toEqual([
      expect.objectContaining({ state, attempts: 1, leased_until: null }),
    ]);
  },
);

test('a success that waits for the lock of its endpoint has not locked its delivery', async () => {
  const { app, claimed } = await claimOne();
  const { db } = engine.deps;
  await engine.query('update endpoint set first_failure_at = now() where app_id = $1', [app.appId]);
  let recorded = Promise.resolve();
  await db.transaction(async (tx) => {
    await endpointLockHealth(tx, app.appId);
    recorded = recordSuccess(claimed);
    await waitingForLocks(db, 1);
    const free = { name: 'free', text: 'select 1 from delivery where id = $1 for update skip locked' };
    expect(await tx.rows(free, [claimed.id])).toHaveLength(1);
  });
  await recorded;
  expect(await engine.deliveries(`app_id = '${app.appId}'`)).toMatchObject([{ state: 'delivered' }]);
});
