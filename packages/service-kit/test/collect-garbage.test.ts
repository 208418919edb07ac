import { expect, test } from 'vitest';
import { collectGarbage } from '@commerce/service-kit/process/collect-garbage.ts';

const heapMiB = (): number => process.memoryUsage().heapTotal / 2 ** 20;

test('the memory of garbage is returned at once', () => {
  let garbage: number[][] | undefined = Array.from({ length: 100_000 }, (_, n) => [n, n + 1]);
  const full = heapMiB();
  expect(garbage.length).toBe(100_000);
  garbage = undefined;
  collectGarbage();
  expect(heapMiB()).toBeLessThan(full - 5);
});
