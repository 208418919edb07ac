import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysBefore } from '../src/days.ts';
import { inboxInsertMany, InboxRetention } from '../src/events/inbox.ts';
import { idStartAt, newId } from '../src/ids.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { migrations } from './fixture/counters.ts';

const DAYS = 16;
const ROWS_PER_DAY = 100_000;
/** Far more than an event or a drop takes on a busy machine. */
const MAX_MS = 2_000;
const startedAtMs = Date.now();
let database: TestDatabase;
let retention: InboxRetention;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  retention = new InboxRetention(database.db, { now: () => nowMs });
});
afterAll(() => database.drop());

const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.db.pool.query(text, values)).rows as R[];
const sizeOf = async (): Promise<{ bytes: number; rows: number; dead: number }> =>
  (
    await query<{ bytes: number; rows: number; dead: number }>(
      `select sum(pg_total_relation_size(relid))::bigint as bytes, sum(n_live_tup)::int as rows, sum(n_dead_tup)::int as dead
        from pg_partition_tree('inbox') join pg_stat_user_tables using (relid)`,
    )
  )[0]!;

/** Inserts the records of the day of a time, whose partition exists. */
async function fill(ms: number): Promise<void> {
  const client = await database.db.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into inbox select 'sto_' || n % 1000, $1 || substr(md5(n::text), 1, 16), $2 from generate_series(1, $3::int) n`,
    [idStartAt('evt', ms), new Date(ms), ROWS_PER_DAY],
  );
  client.release(true);
}

/** Claims events, one after the other, while the work runs. @returns the longest claim, in ms */
async function slowestClaimDuring(work: () => Promise<void>): Promise<number> {
  const state = { isDone: false };
  const done = work().finally(() => (state.isDone = true));
  let slowest = 0;
  for (let n = 0; !state.isDone || n < 10; n++) {
    const began = performance.now();
    await inboxInsertMany(database.db, `sto_${n % 1000}`, [newId('evt')]);
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(1);
  }
  await done;
  return slowest;
}

test(`a day of ${ROWS_PER_DAY} among ${DAYS * ROWS_PER_DAY} records is dropped without dead rows and without slowing events`, async () => {
  for (let day = DAYS - 1; day >= 0; day--) {
    nowMs = daysBefore(startedAtMs, day);
    // The retention of today is the one that is measured; its partition was created the day before.
    if (day > 0) await retention.run();
    await fill(nowMs);
  }
  await query('select pg_stat_force_next_flush()');
  const before = await sizeOf();
  let took = 0;
  const slowest = await slowestClaimDuring(async () => {
    const began = performance.now();
    await retention.run();
    took = performance.now() - began;
  });
  await query('select pg_stat_force_next_flush()');
  const after = await sizeOf();
  process.stderr.write(
    `retention: ${Math.round(took)} ms, slowest event: ${Math.round(slowest)} ms, ${Math.round((before.bytes - after.bytes) / 1e6)} of ${Math.round(before.bytes / 1e6)} MB freed\n`,
  );
  expect(after.dead).toBe(0);
  expect(before.rows).toBe(DAYS * ROWS_PER_DAY);
  expect(after.rows).toBeLessThan((DAYS - 1) * ROWS_PER_DAY + 10_000);
  expect(after.bytes).toBeLessThan(before.bytes * (1 - 0.8 / DAYS));
  expect(took).toBeLessThan(MAX_MS);
  expect(slowest).toBeLessThan(MAX_MS);
});
