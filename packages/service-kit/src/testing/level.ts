/** True if the test runs under `pnpm test:long`, which tries properties more often and checks pages with axe. */
export const atLongLevel = process.env['TEST_LEVEL'] === 'long';
