import { describe, test } from 'vitest';

/**
 * `describe` for tests that need a tool. Where the tool is missing they are skipped and the reason is printed; with `CI` set
 * they fail, because what runs there is meant to be everything.
 * @param tool its name, as a person would install it
 * @param missing why the tool cannot be had; undefined when it is there
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
