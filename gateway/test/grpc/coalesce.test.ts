import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { coalesce } from '../../src/grpc/coalesce.ts';

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Waits until a batch stops waiting for more keys. */
async function lingered(): Promise<void> {
  await turn();
  vi.advanceTimersByTime(4);
  await turn();
}

/** Call whose responses the test controls. */
function controlled() {
  const calls: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const load = coalesce<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        calls.push({ keys, answer: () => resolve(keys.map((key) => key * 10)), fail: reject });
      }),
  );
  return { calls, load };
}

describe('coalescing', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('combines the keys of one turn into one call, and returns its own value to each', async () => {
    const { calls, load } = controlled();
    const answers = Promise.all([load(1), load(2), load(1)]);
    await turn();
    expect(calls.map((call) => call.keys)).toEqual([[1, 2, 1]]);
    calls[0]!.answer();
    expect(await answers).toEqual([10, 20, 10]);
  });

  test('never adds a key to a call that has been sent', async () => {
    const { calls, load } = controlled();
    const first = load(1);
    await turn();
    const second = load(1);
    await turn();
    expect(calls).toHaveLength(2);
    calls.forEach((call) => call.answer());
    await Promise.all([first, second]);
  });

  test('runs at most two calls; keys that arrive while both run are combined', async () => {
    const { calls, load } = controlled();
    const answers: Promise<number>[] = [];
    for (const key of [1, 2, 3, 4, 5]) {
      answers.push(load(key));
      await turn();
    }
    expect(calls.map((call) => call.keys)).toEqual([[1], [2]]);
    calls[0]!.answer();
    await turn();
    expect(calls.map((call) => call.keys)).toEqual([[1], [2], [3, 4, 5]]);
    calls.slice(1).forEach((call) => call.answer());
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  });

  test('rejects every caller of a failed call, and continues with the next call', async () => {
    const { calls, load } = controlled();
    const both = Promise.allSettled([load(1), load(2)]);
    await turn();
    calls[0]!.fail(new Error('away'));
    expect((await both).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    const next = load(3);
    await lingered();
    calls[1]!.answer();
    expect(await next).toBe(30);
  });

  test('waits for more keys after a call with several keys, but not after a call with one', async () => {
    const { calls, load } = controlled();
    const both = Promise.all([load(1), load(2)]);
    await turn();
    calls[0]!.answer();
    await both;
    const alone = load(3);
    await turn();
    expect(calls).toHaveLength(1);
    await lingered();
    expect(calls[1]!.keys).toEqual([3]);
    calls[1]!.answer();
    await alone;
    const next = load(4);
    await turn();
    expect(calls[2]!.keys).toEqual([4]);
    calls[2]!.answer();
    await next;
  });

  test('stops waiting once as many keys have arrived as the previous call had', async () => {
    const { calls, load } = controlled();
    const both = Promise.all([load(1), load(2)]);
    await turn();
    calls[0]!.answer();
    await both;
    const later = [load(3)];
    await turn();
    expect(calls).toHaveLength(1);
    later.push(load(4));
    await turn();
    expect(calls[1]!.keys).toEqual([3, 4]);
    calls[1]!.answer();
    await Promise.all(later);
  });
});
