import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceRoot } from '../build/workspace.ts';

let checkout: string;

/** Runs a command in the copy. @returns its exit code and output */
async function run(command: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    HOME: process.env['HOME'],
    NO_COLOR: '1',
    PATH: `${checkout}/node_modules/.bin:${process.env['PATH']}`,
  };
  return promisify(execFile)(command, args, { cwd: checkout, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}

beforeAll(async () => {
  checkout = mkdtempSync(path.join(tmpdir(), 'commerce-new-'));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(checkout, 0o755);
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
  for (const file of tracked.split('\0').filter(Boolean)) {
    const from = path.join(workspaceRoot, file);
    if (lstatSync(from, { throwIfNoEntry: false })?.isFile()) cpSync(from, path.join(checkout, file));
  }
  const install = ['install', '--frozen-lockfile', '--prefer-offline'];
  const installed = await run(path.join(workspaceRoot, 'node_modules/.bin/pnpm'), ...install);
  expect(installed).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

test('the skeletons of an endpoint, of one with a body, and of an event compile, and each has a test that fails with what is open', async () => {
  const add = (...args: string[]) => run('node', 'deploy/new/main.ts', ...args);
  const endpoint = ['--service', 'pricing', '--rpc', 'GetPriceList', '--scope', 'read_prices'];
  const count = ['--service', 'inventory', '--rpc', 'CountStock', '--scope', 'write_stock'];
  expect(await add('endpoint', 'GET', '/price-lists/:id', ...endpoint)).toMatchObject({ code: 0 });
  expect(await add('endpoint', 'POST', '/stock/counts', ...count)).toMatchObject({ code: 0 });
  expect(await add('event', 'inventory', 'stock.counted')).toMatchObject({ code: 0 });
  expect(await add('event', 'inventory', 'stock.counted')).toEqual({
    code: 1,
    output: 'proto/commerce/inventory/v1/events.proto has a message StockCounted already.\n',
  });
  expect(await run('node', 'deploy/build/generate.ts')).toMatchObject({ code: 0 });
  expect(await run('tsc', '--noEmit')).toEqual({ code: 0, output: '' });
  const { output } = await run(
    'vitest',
    'run',
    '--project',
    'unit',
    'get-price-list',
    'count-stock',
    'stock-counted',
  );
  expect(output).toMatch(/Tests .*3 failed \(3\)/);
  for (const open of ['GetPriceListRequest', 'CountStockRequest', 'publishStockCounted'])
    expect(output).toContain(open);
});
