import { expect, test } from 'vitest';
import { PasswordGate } from '../src/domain/password-gate.ts';

/** Work that ends when the test says so. */
class Work {
  started = 0;
  readonly #ends: (() => void)[] = [];
  readonly run = (): Promise<void> => {
    this.started += 1;
    return new Promise((resolve) => this.#ends.push(resolve));
  };
  async end(): Promise<void> {
    this.#ends.shift()!();
    await new Promise(setImmediate);
  }
}

test('the gate runs a few at a time, queues some more in order, and refuses the rest', async () => {
  const gate = new PasswordGate(2, 2);
  const work = new Work();
  const runs = Array.from({ length: 4 }, () => gate.run(work.run));
  expect(work.started).toBe(2);
  await expect(gate.run(work.run)).rejects.toMatchObject({ code: 'unavailable' });
  for (const started of [3, 4, 4, 4]) {
    await work.end();
    expect(work.started).toBe(started);
  }
  await Promise.all(runs);
  const again = gate.run(work.run);
  await work.end();
  await again;
});

test('failed work releases its slot', async () => {
  const gate = new PasswordGate(1, 1);
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.run(() => Promise.resolve('yes'))).toBe('yes');
});
