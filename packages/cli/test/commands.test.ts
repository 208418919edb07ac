import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { choices } from '@commerce/service-kit/testing/level.ts';

const someOf = choices();
const folder = mkdtempSync(path.join(tmpdir(), 'cli-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/api/cli.md'), 'utf8');
const commands = [...guide.matchAll(/^npx mostrador (.+)$/gm)].map(([, command]) => command!);

/** Runs a command in a shell, without a session. */
const run = (command: string) =>
  spawnSync('bash', ['-c', `"$NODE" "$CLI" ${command}`], {
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE: process.execPath,
      CLI: path.resolve(import.meta.dirname, '../src/main.ts'),
      MOSTRADOR_CONFIG_DIR: folder,
    },
  });

test('the guide has a command for everything that can be done', () => {
  const { stdout } = run('--help');
  const names = [...stdout.matchAll(/^ {2}mostrador (\w+)/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(8);
  const shown = new Set(commands.map((command) => command.split(' ', 1)[0]));
  expect(names.filter((name) => name !== 'completion' && !shown.has(name))).toEqual([]);
});

const withSession = commands.filter((command) => !command.startsWith('login'));

test.each(someOf(withSession, 8))(
  'the guide’s "mostrador %s" is a valid command line that only lacks a session',
  (command) => {
    expect(run(command)).toMatchObject({
      status: 3,
      stdout: '',
      stderr: 'You are not signed in. Run `mostrador login`.\n',
    });
  },
);

test.each([
  ['stores create', 'got 0, need at least 1\nAdd --help'],
  ['stores', 'list, create or reset'],
  ['trigger order.shipped', 'event'],
  ['call FETCH /products', 'method'],
  ['listen --forwardto http://x', 'forwardto'],
  ['apps create "My app" --scopes read_products', 'redirect-uri'],
])('"mostrador %s" is refused with the reason', (command, reason) => {
  expect(run(command)).toMatchObject({ status: 2, stderr: expect.stringContaining(reason) });
});
