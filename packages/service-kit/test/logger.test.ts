import { readFile, mkdtemp } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('secrets are redacted at any depth of a log line, and errors keep their stacks', async () => {
  const logger = fileURLToPath(new URL('../src/logger.ts', import.meta.url));
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'log-')), 'lines');
  const script = `
    import { createLogger } from ${JSON.stringify(logger)};
    const logger = createLogger('test', 'info');
    logger.info({ token: 's1', user: { email: 's2', name: 'Ana' }, a: { b: { password: 's3' } }, headers: { authorization: 's4', cookie: 's5' } }, 'logged');
    const row = Object.assign(new Error('violates a constraint'), { code: '23514', constraint: 'customer_check', detail: 'Failing row contains (s6").', email: 's7' });
    logger.error({ err: new Error('broken', { cause: row }) }, 'failed');
    logger.error({ err: row }, 'failed');
    logger.debug('not logged');
    logger.flush(() => process.exit());
  `;
  const env = { ...process.env, NODE_OPTIONS: '' };
  execFileSync('sh', ['-c', `"${process.execPath}" --input-type=module - > "${file}"`], {
    env,
    input: script,
  });
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.msg)).toEqual(['logged', 'failed', 'failed']);
  expect(JSON.stringify(lines)).not.toMatch(/s[1-7]\\?"/);
  expect(lines[0].user).toEqual({ email: '[redacted]', name: 'Ana' });
  expect(lines[1].err.stack).toMatch(/broken[^]*violates a constraint/);
  expect(lines[2].err).toMatchObject({ type: 'Error', code: '23514', constraint: 'customer_check' });
});
