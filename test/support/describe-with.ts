import { describe, test } from 'vitest';

/**
 * `describe` for tests that need a tool. Without the tool they are skipped and the reason is printed; with `CI`
 * set they fail, because CI must run every test.
 * @param tool name of the tool as it is installed
 * @param missing why the tool is unavailable; undefined when it is available
 */
export function describeWith(
  tool: string,
  missing: string | undefined,
  name: string,
  tests: () => void,
): void {
  const message = `${tool} is missing (${missing})`;
  if (missing === undefined) {
    describe(name, tests);
  } else if (process.env['CI']) {
    test(name, () => {
      throw new Error(`${message}: install it.`);
    });
  } else {
    process.stderr.write(`  skipped: ${message}\n`);
    describe.skip(name, tests);
  }
}
