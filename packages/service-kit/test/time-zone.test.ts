import { expect, test } from 'vitest';
import { createTestDatabase, TestPool } from '../src/testing/database.ts';

test('sessions are in UTC, whatever the time zone of the server is', async () => {
  const database = await createTestDatabase(new URL('fixture/migrations/', import.meta.url));
  await database.db.pool.query(
    `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'America/Argentina/Buenos_Aires'); end $$`,
  );
  const other = new TestPool(database.url, 1);
  const { rows } = await other.pool.query("select '2026-11-03 12:00'::timestamptz as noon");
  expect(rows).toEqual([{ noon: new Date('2026-11-03T12:00Z') }]);
  await other.close();
  await database.drop();
});
