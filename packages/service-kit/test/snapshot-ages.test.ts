import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { SnapshotAges } from '../src/db/snapshot-ages.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';

const migrations = new URL('./fixture/migrations/', import.meta.url);
let database: TestDatabase;

beforeAll(async () => void (database = await createTestDatabase(migrations)));
afterAll(() => database.drop());

/** A session with a snapshot, of this role or of one whose transactions are visible only to itself. */
async function snapshot(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from pg_class');
  return client;
}

const grows = async (ages: SnapshotAges): Promise<boolean> => {
  const before = await ages.oldestS();
  await new Promise((resolve) => setTimeout(resolve, 50));
  // A timer may fire up to a millisecond early.
  return (await ages.oldestS()) >= before + 0.045;
};

test('the age of the oldest snapshot grows while it is open and is 0 without one', async () => {
  const ages = new SnapshotAges(database.db);
  expect(await ages.oldestS()).toBe(0);
  const held = await snapshot();
  expect(await grows(ages)).toBe(true);
  await held.end();
  while ((await ages.oldestS()) > 0);
});

test('a snapshot of another role counts from the time it was first seen', async () => {
  const role = `watcher_${Date.now()}`;
  await database.db.pool.query(`create role ${role} login password 'x'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'x';
  const watcher = new pg.Pool({ connectionString: url.href, max: 1 });
  const held = await snapshot();
  const ages = new SnapshotAges({
    rows: async (statement, values) => (await watcher.query({ ...statement, values })).rows,
  });
  expect(await grows(ages)).toBe(true);
  await held.end();
  await watcher.end();
  await database.db.pool.query(`drop role ${role}`);
});

test('a snapshot of another database does not count', async () => {
  const held = await snapshot(process.env['TEST_DATABASE_URL']);
  expect(await new SnapshotAges(database.db).oldestS()).toBe(0);
  await held.end();
});
