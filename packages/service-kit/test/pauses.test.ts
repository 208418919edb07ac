import { expect, test } from 'vitest';
import { Pauses } from '../src/events/pauses.ts';

const HOUR_MS = 3_600_000;

test('a pause ends by its name, with all others, or when its time is over', async () => {
  const pauses = new Pauses();
  const ended: string[] = [];
  const wait = (name: string, ms: number) => pauses.wait(name, ms).then(() => ended.push(name));
  const waiting = [wait('a', HOUR_MS), wait('b', HOUR_MS), wait('c', HOUR_MS)];
  pauses.end('b');
  pauses.end('unknown');
  await waiting[1];
  expect(ended).toEqual(['b']);
  pauses.endAll();
  await Promise.all(waiting);
  expect(ended).toEqual(['b', 'a', 'c']);
  await wait('d', 1);
  expect(ended.at(-1)).toBe('d');
});
