import { afterEach, expect, test } from 'vitest';
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
