import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack, type Stack } from '@commerce/deploy/local/stack.ts';
import { PLATFORM_FILE, type Platform } from './platform.ts';

declare global {
  // eslint-disable-next-line no-var -- what globalSetup leaves for globalTeardown
  var testStack: Stack | undefined;
}

/** Starts the whole platform with demo data, in a directory of its own, with two gateways. */
export default async function startPlatform(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commerce-platform-'));
  const stack = await startStack({
    dataDir,
    ports: 'random',
    demo: true,
    env: { ...process.env, LOG_LEVEL: 'warn' },
  });
  globalThis.testStack = stack;
  const second = await stack.addGateway();
  const processes = Object.fromEntries(
    Object.values(stack.processes).map(({ name, pid, address, adminUrl }) => [
      name,
      { pid, address, adminUrl },
    ]),
  );
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Platform['demo'];
  const told: Platform = {
    gateways: [stack.publicUrl, second],
    databaseUrls: stack.databaseUrls,
    adminDatabaseUrl: stack.adminDatabaseUrl,
    processes: processes as Platform['processes'],
    demo,
  };
  writeFileSync(PLATFORM_FILE, JSON.stringify(told, null, 2), { mode: 0o600 });
}
