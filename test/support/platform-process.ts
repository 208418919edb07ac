import { readFile, rm, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startStack } from '@commerce/deploy/local/stack.ts';
import { cheapHash } from '../../services/auth/test/support/password.ts';
import { changeServer } from './change-server.ts';
import { dataRoot } from './data-root.ts';
import { failedRequests } from './failed-requests.ts';
import { PLATFORM_FILE, type Platform } from './platform.ts';
import { untilWebhooksAnswers } from './until-webhooks-answers.ts';

/**
 * The platform under test as a separate process: demo data in a temporary directory, two gateways. Writes its
 * description to PLATFORM_FILE, prints `ready`, and stops with all its children when its stdin closes.
 */
const dataDir = mkdtempSync(path.join(dataRoot(), 'commerce-platform-'));
const stack = await startStack({
  dataDir,
  ports: 'random',
  demo: true,
  env: {
    ...process.env,
    LOG_LEVEL: 'warn',
    // All tests share one address, and those that do not test limits must not be limited.
    ANONYMOUS_REQUESTS_OF_ADDRESS: '1000',
    RATE_LIMITS_PER_MINUTE: 'professional=600,enterprise=60000,demo=120,developer=120',
  },
});
// Writing is left to the operating system, which keeps what a killed process wrote: the data is disposable, and a flush to a disk that
// other tests keep busy takes longer than a test waits.
await changeServer(stack.adminDatabaseUrl, 'fsync = off');
await untilWebhooksAnswers(stack.processes.webhooks.address);
const second = await stack.addGateway();
const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Platform['demo'];
await withCheapSignIns(stack.databaseUrls.auth, demo);
const platform: Platform = {
  gateways: [stack.publicUrl, second],
  databaseUrls: stack.databaseUrls,
  adminDatabaseUrl: stack.adminDatabaseUrl,
  nats: stack.nats,
  processes: Object.fromEntries(
    Object.values(stack.processes).map(({ name, pid, address, adminUrl }) => [
      name,
      { pid: pid!, address, adminUrl },
    ]),
  ),
  gatewayEnv: stack.processes.gateway.env,
  webhooksEnv: stack.processes.webhooks.env,
  runDir: path.join(dataDir, 'run'),
  demo,
};
await writeFile(PLATFORM_FILE, JSON.stringify(platform, null, 2), { mode: 0o600 });
process.stdout.write('ready\n');
process.stdin.resume().once('end', () => {
  void stop();
});

/** Replaces the hashes of the demo's passwords, which cost 55 ms of CPU per sign-in: tests sign in often. */
async function withCheapSignIns(
  url: string,
  { stores, developer, platform: staff }: Platform['demo'],
): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const { email, password } of [
    ...stores.flatMap((store) => [store.owner, store.team_user]),
    developer,
    staff,
  ])
    await client.query('update person set password_hash = $2 where email = $1', [
      email,
      await cheapHash(password),
    ]);
  await client.end();
}

async function stop(): Promise<void> {
  await stack.stop();
  for (const failure of await failedRequests(path.join(dataDir, 'log')))
    process.stderr.write(`server error of the platform: ${failure}\n`);
  await rm(dataDir, { recursive: true, force: true });
}
