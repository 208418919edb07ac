import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AttemptResult } from '../src/use-cases/deliveries/send-attempt.ts';
import { LEASE_MS, newEvent } from './support/engine.ts';
import { installationEvent } from './support/installation-event.ts';
import { useStage } from './support/stage.ts';

/** The late result of a lost process. */
const LATE: AttemptResult = {
  status: 500,
  error: 'x',
  response: Buffer.alloc(0),
  retryAfter: undefined,
  durationMs: 1,
};
let release: (result: AttemptResult) => void = () => undefined;
// Before the hook of the stage, which waits for every dispatcher.
afterEach(() => release(LATE));
const stage = useStage();

describe('leases', () => {
  test.each([
    ['delivered', 200],
    ['cancelled', 500],
  ])('app.uninstalled waits for an attempt that began before it and is then %s', async (state, status) => {
    await stage.dispatcher.stop();
    const store = newId('sto');
    const app = await stage.engine.newApp(store, stage.receiver.url);
    const sent: string[] = [];
    stage.engine.startDispatcher(({ headers }) => {
      sent.push(headers['X-Service-Event']!);
      if (sent.length > 1) return Promise.resolve({ ...LATE, status: 200, error: undefined });
      return new Promise((resolve) => (release = resolve));
    });
    await stage.engine.receive(newEvent(store));
    await stage.engine.until(() => sent.length === 1, 'the attempt');
    stage.engine.uninstall(store, app.installationId);
    await stage.engine.receive(installationEvent('app.uninstalled', store, app));
    await stage.engine.until(
      ([, row]) => row!.due_at.getTime() > stage.engine.nowMs && row!.leased_until === null,
      'the wait',
    );
    expect(sent).toEqual(['product.updated']);
    release({ ...LATE, status, error: status === 200 ? undefined : 'x' });
    await stage.engine.until(([row]) => row!.leased_until === null, 'the end of the attempt');
    stage.engine.nowMs += 1_000;
    stage.engine.wake();
    const rows = await stage.engine.until(([, row]) => row!.state === 'delivered', 'app.uninstalled');
    expect(rows.map((row) => [row.type, row.state])).toEqual([
      ['product.updated', state],
      ['app.uninstalled', 'delivered'],
    ]);
    expect(sent).toEqual(['product.updated', 'app.uninstalled']);
  });

  test('a delivery whose process is lost during the attempt is attempted by another when the lease ends, and not before', async () => {
    await stage.dispatcher.stop();
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    // It claims the delivery and never finishes.
    let attempts = 0;
    const lost = stage.engine.startDispatcher(() => {
      attempts += 1;
      return new Promise((resolve) => (release = resolve));
    });
    await stage.engine.receive(newEvent(store));
    const [leased] = await stage.engine.until(() => attempts === 1, 'the attempt');
    const ended = lost.stop();
    stage.dispatcher = stage.engine.startDispatcher();
    stage.advance(LEASE_MS - 1);
    // A dispatcher that claims a later delivery has skipped this one.
    const other = newId('sto');
    await stage.engine.newApp(other, stage.receiver.url);
    await stage.engine.receive(newEvent(other));
    await stage.engine.until(([, later]) => later!.state === 'delivered', 'the later delivery');
    expect(stage.receiver.received).toHaveLength(1);
    expect((await stage.engine.deliveries())[0]).toEqual(leased);
    stage.advance(1);
    await stage.engine.until(([row]) => row!.state === 'delivered', 'the delivery by another');
    expect(stage.receiver.received).toHaveLength(2);
    // A late failure from the lost process must not overwrite the delivered state.
    release(LATE);
    await ended;
    expect((await stage.engine.deliveries())[0]).toMatchObject({ state: 'delivered' });
  });

  test('an attempt that might outlast its lease is not made', async () => {
    await stage.dispatcher.stop();
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    const first = newEvent(store);
    // The data arrives when little is left of the lease.
    stage.engine.fetch = () => {
      if (stage.engine.fetchCalls === 1) stage.engine.nowMs += LEASE_MS - 1_000;
      return {};
    };
    stage.dispatcher = stage.engine.startDispatcher();
    await stage.engine.receive(first);
    const [row] = await stage.engine.until(([delivery]) => delivery!.state === 'delivered', 'the delivery');
    expect(row!.attempts).toBe(1);
    expect(stage.engine.fetchCalls).toBe(2);
    expect(stage.receiver.received).toHaveLength(1);
  });

  test('a delivery is claimed by only one of many dispatchers', async () => {
    const others = Array.from({ length: 3 }, () => stage.engine.startDispatcher());
    const store = newId('sto');
    await stage.engine.newApp(store, stage.receiver.url);
    await stage.engine.receive(...Array.from({ length: 60 }, () => newEvent(store)));
    await stage.engine.until((rows) => rows.every(({ state }) => state === 'delivered'), 'all of them');
    for (const other of others) await other.stop();
    expect(stage.receiver.received).toHaveLength(60);
    expect(new Set(stage.receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(
      60,
    );
  });
});
