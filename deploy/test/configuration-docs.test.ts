import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('docs/configuration.md matches the code (update it with `pnpm docs:configuration`)', () => {
  const script =
    "import { isConfigurationPageCurrent } from './deploy/build/configuration-docs.ts'; process.stdout.write(String(await isConfigurationPageCurrent()))";
  const env = { ...process.env, NODE_OPTIONS: '' };
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env });
  expect(answer.toString()).toBe('true');
});
