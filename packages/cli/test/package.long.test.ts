import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const cli = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(cli, 'package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(path.join(tmpdir(), 'cli-package-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (command: string, args: string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8' });

test('the packed command runs in an empty folder', () => {
  run('pnpm', ['pack', '--pack-destination', folder], cli);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', `./mostrador-${version}.tgz`]);
  expect(run('npx', ['mostrador', '--version'])).toBe(`${version}\n`);
  const help = run('npx', ['mostrador', '--help']);
  for (const command of [
    'login',
    'logout',
    'apps',
    'stores',
    'call',
    'listen',
    'trigger',
    'events',
    'logs',
    'completion',
  ])
    expect(help).toContain(`mostrador ${command}`);
  expect(run('npx', ['mostrador', '--get-yargs-completions', 'mostrador', 'stores', ''])).toContain('create');
});
