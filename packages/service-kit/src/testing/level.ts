import { test } from 'vitest';
import { randomFrom, seed } from './random.ts';

/** True if the test runs under `pnpm test:long`, which tries properties more often and checks pages with axe. */
export const atLongLevel = process.env['TEST_LEVEL'] === 'long';

const none = Object.assign(() => undefined, {
  each: () => () => undefined,
  skipIf: () => () => undefined,
}) as unknown as typeof test;

/** `test` for what only `pnpm test:long` runs; elsewhere, it defines no test. */
export const longTest = atLongLevel ? test : none;

/**
 * Makes a function that returns all values at the long level, otherwise a random choice of `count` of them, in their order. A file that makes its
 * own function chooses the same ones with the same SEED.
 */
export function choices(): <T>(values: readonly T[], count: number) => T[] {
  const random = randomFrom(seed);
  return (values, count) => {
    if (atLongLevel || values.length <= count) return [...values];
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(Math.floor(random() * values.length));
    return values.filter((_, at) => chosen.has(at));
  };
}
