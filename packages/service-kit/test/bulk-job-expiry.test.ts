import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { conflict } from '../src/fault.ts';
import { bulkJobDeleteEnded, bulkJobIsWaiting } from '../src/jobs/bulk-job-store.ts';
import { BulkJobs, type BulkKind } from '../src/jobs/bulk-jobs.ts';
import { expireJobs } from '../src/jobs/expire-jobs.ts';
import { createTestDatabase, planOf, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { contextOf, migrations } from './fixture/counters.ts';

const DAY_MS = 24 * 3600 * 1000;

const logger = pino({ level: 'silent' });
let database: TestDatabase;
let nowMs: number;
const clock = { now: () => nowMs };

beforeAll(async () => (database = await createTestDatabase(migrations)));
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
  await database.db.pool.query('truncate bulk_job');
});
afterAll(() => database.drop());

const part: BulkKind['part'] = async (_unit, _ctx, { request }) => {
  if (request.toString() === 'failed') throw conflict('over', 'It cannot go on.');
  if (request.toString() === 'running') throw new Error('the process is killed');
  return { done: 1 };
};
const writer = () => testWriter('counters', database.db);
const newJobs = () =>
  new BulkJobs({
    db: database.db,
    writer: writer(),
    clock,
    logger,
    kinds: { kind: { part }, kept: { part, keepsLast: true } },
  });

async function run(request: string, kind = 'kind', storeId = 'sto_a'): Promise<void> {
  const ctx = contextOf(undefined, '', 'ins_a', storeId);
  const jobs = newJobs();
  await writer().change(ctx, (unit) => jobs.start(unit, ctx, kind, Buffer.from(request), 1));
  await jobs
    .worker()
    .run()
    .catch(() => undefined);
}

/** The jobs that are left, each as its store, kind and request. */
async function left(): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ job: string }>(
    `select concat_ws(' ', store_id, kind, convert_from(request, 'UTF8')) as job from bulk_job order by 1`,
  );
  return rows.map(({ job }) => job);
}

test('jobs are deleted 30 days after they ended, and those that run stay', async () => {
  for (const request of ['done', 'failed', 'running']) await run(request);
  nowMs += 30 * DAY_MS - 1;
  await expireJobs(database.db, clock);
  expect(await left()).toEqual(['sto_a kind done', 'sto_a kind failed', 'sto_a kind running']);
  nowMs += 1;
  await expireJobs(database.db, clock);
  expect(await left()).toEqual(['sto_a kind running']);
});

test('a kind may keep the last job of each store', async () => {
  await run('first', 'kept');
  await run('second', 'kept');
  await run('other', 'kept', 'sto_b');
  await run('other', 'kind', 'sto_b');
  nowMs += 31 * DAY_MS;
  await expireJobs(database.db, clock);
  expect(await left()).toEqual(['sto_a kept second', 'sto_b kept other']);
});

test('more jobs than fit into a batch are deleted, by an index', async () => {
  await run('done');
  await database.db.pool.query(
    `insert into bulk_job (store_id, id, kind, request, context, state, total, keeps_last, started_at, updated_at, leased_until)
     select 'sto_' || n, 'job_' || n, kind, request, context, state, total, keeps_last, started_at, updated_at, leased_until
     from bulk_job, generate_series(1, 250) n`,
  );
  const waiting = await planOf(database.db, (db) => bulkJobIsWaiting(db, new Date(nowMs)));
  expect(waiting.scans.join()).toMatch(/bulk_job_running/);
  const ended = await planOf(database.db, (db) => bulkJobDeleteEnded(db, new Date(nowMs - 1)));
  expect(ended.scans.join()).toMatch(/bulk_job_ended/);
  nowMs += 30 * DAY_MS;
  await expireJobs(database.db, clock);
  expect(await left()).toEqual([]);
});
