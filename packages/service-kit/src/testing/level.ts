import { test } from 'vitest';

/** True if the test runs under `pnpm test:long`, which tries properties more often and checks pages with axe. */
export const atLongLevel = process.env['TEST_LEVEL'] === 'long';

const none = Object.assign(() => undefined, { each: () => () => undefined }) as unknown as typeof test;

/** `test` for what only `pnpm test:long` runs; elsewhere, it defines no test. */
export const longTest = atLongLevel ? test : none;
