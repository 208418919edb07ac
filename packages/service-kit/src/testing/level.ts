/** Whether `pnpm test:long` runs the test: there properties are tried more often, and pages are checked by axe. */
export const atLongLevel = process.env['TEST_LEVEL'] === 'long';
