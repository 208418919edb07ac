import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AttemptResult } from '../src/delivery/attempt.ts';
import { LEASE_MS, newEvent } from './support/engine.ts';
import { useStage } from './support/stage.ts';

/** What a lost worker comes to in the end. */
const LATE: AttemptResult = {
  status: 500,
  error: 'x',
  response: Buffer.alloc(0),
  retryAfter: undefined,
  durationMs: 1,
};
let release: (result: AttemptResult) => void = () => undefined;
// Before the stage's own, which waits for every worker.
afterEach(() => release(LATE));
const stage = useStage();

describe('a worker that is lost in the middle of an attempt', () => {
  test('loses nothing: another makes the attempt when the lease is over, and not before', async () => {
    await stage.dispatcher.stop();
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    // It takes the delivery, and is never heard of again.
    const lost = stage.engine.startDispatcher(() => new Promise((resolve) => (release = resolve)));
    await stage.engine.hear(newEvent(store));
    const [leased] = await stage.engine.until(([row]) => row!.leased_until !== null, 'the lease');
    const ended = lost.stop();
    stage.dispatcher = stage.engine.startDispatcher();
    stage.goOn(LEASE_MS - 1);
    // Whoever takes a later delivery has passed over that one.
    const other = newId('sto');
    await stage.engine.newApp(other, stage.receiver.url);
    await stage.engine.hear(newEvent(other));
    await stage.engine.until(([, later]) => later!.state === 'delivered', 'the later delivery');
    expect(stage.receiver.received).toHaveLength(1);
    expect((await stage.engine.deliveries())[0]).toEqual(leased);
    stage.goOn(1);
    await stage.engine.until(([row]) => row!.state === 'delivered', 'the delivery by another');
    expect(stage.receiver.received).toHaveLength(2);
    // Were it heard of after all, with a failure: what is delivered stays so.
    release(LATE);
    await ended;
    expect((await stage.engine.deliveries())[0]).toMatchObject({ state: 'delivered' });
  });

  test('a delivery is taken by one of many workers only', async () => {
    const others = Array.from({ length: 3 }, () => stage.engine.startDispatcher());
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.hear(...Array.from({ length: 60 }, () => newEvent(store)));
    await stage.engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'all of them');
    for (const other of others) await other.stop();
    expect(stage.receiver.received).toHaveLength(60);
    expect(new Set(stage.receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(
      60,
    );
  });
});
