import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { WakeableLoop } from '../src/jobs/wakeable-loop.ts';

const LONG_MS = 60_000;
let loop: WakeableLoop;
let rounds = 0;

afterEach(() => loop.stop());

function start(round: () => void = () => undefined): void {
  rounds = 0;
  loop = new WakeableLoop();
  loop.start(async () => {
    while (!loop.isStopping) {
      loop.beginRound();
      rounds++;
      round();
      await loop.pause(LONG_MS);
    }
  });
}

test('a wake during a pause begins the next round, and a single one however often it is repeated', async () => {
  start();
  await setImmediate();
  expect(rounds).toBe(1);
  loop.wake();
  loop.wake();
  await setImmediate();
  expect(rounds).toBe(2);
});

test('a wake during a round skips the pause after it', async () => {
  start(() => {
    if (rounds === 1) loop.wake();
  });
  await setImmediate();
  expect(rounds).toBe(2);
});

test('stopping ends the pause and waits for the end of the loop', async () => {
  start();
  await loop.stop();
  expect(loop.isStopping).toBe(true);
  expect(rounds).toBe(1);
});

test('work that ends is repeated after pauses that double up to 5 s, whatever wakes it, and start again when it works', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const outcomes: ('works' | 'fails')[] = [];
  const reported: string[] = [];
  let attempts = 0;
  loop = new WakeableLoop();
  loop.startRepeating(
    async (onProgress) => {
      attempts++;
      if (outcomes.shift() === 'works') onProgress();
      throw new Error('refused');
    },
    ({ message }) => reported.push(message),
  );
  for (const pauseMs of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) await expectPause(pauseMs);
  outcomes.push('works');
  await expectPause(5_000);
  await expectPause(100);
  await expectPause(200);
  expect(reported).toEqual(Array.from({ length: attempts }, () => 'refused'));

  async function expectPause(ms: number): Promise<void> {
    const before = attempts;
    loop.wake();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(attempts).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toBe(before + 1);
  }
});
