import { expect, test } from 'vitest';
import { deferFailure, readThrough } from '../src/projection.ts';

/** A projection of ids, and an owner that has some of them. */
function projectionOf(known: string[], owned: string[]) {
  const calls: string[] = [];
  const read = (ids: string[]) =>
    readThrough({
      async find() {
        calls.push('find');
        const missing = ids.filter((id) => !known.includes(id));
        return {
          found: ids.filter((id) => known.includes(id)),
          missing: missing.length > 0 ? missing : undefined,
        };
      },
      async fetch(missing: string[]) {
        calls.push(`fetch ${missing.join(' ')}`);
        const fetched = missing.filter((id) => owned.includes(id));
        return fetched.length > 0 ? fetched : undefined;
      },
      async save(fetched: string[]) {
        calls.push(`save ${fetched.join(' ')}`);
        known.push(...fetched);
      },
    });
  return { calls, read };
}

test('a complete projection is read without calling the owner', async () => {
  const { calls, read } = projectionOf(['a', 'b'], []);
  expect(await read(['a', 'b'])).toEqual(['a', 'b']);
  expect(calls).toEqual(['find']);
});

test('missing data is fetched from the owner, saved and found', async () => {
  const { calls, read } = projectionOf(['a'], ['b']);
  expect(await read(['a', 'b', 'c'])).toEqual(['a', 'b']);
  expect(calls).toEqual(['find', 'fetch b c', 'save b', 'find']);
});

test('data that the owner does not have either is not saved', async () => {
  const { calls, read } = projectionOf(['a'], []);
  expect(await read(['a', 'c'])).toEqual(['a']);
  expect(calls).toEqual(['find', 'fetch c']);
});

test('a failure of the owner is thrown', async () => {
  const failing = readThrough({
    find: async () => ({ found: 0, missing: true }),
    fetch: () => Promise.reject(new Error('down')),
    save: async () => undefined,
  });
  await expect(failing).rejects.toThrow('down');
});

test('a deferred failure is thrown by the result only', async () => {
  const failed = await deferFailure(Promise.reject(new Error('down')));
  expect(failed).toThrow('down');
  const done = await deferFailure(Promise.resolve('done'));
  expect(done()).toBe('done');
});
