import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { BulkJobs, type BulkKind } from '../src/jobs/bulk-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { contextOf, migrations } from './fixture/counters.ts';

const logger = pino({ level: 'silent' });
const ctx = contextOf();
let database: TestDatabase;
let nowMs: number;
beforeAll(async () => (database = await createTestDatabase(migrations)));
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
  await database.db.pool.query('truncate bulk_job');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => database.drop());

const writer = () => testWriter('counters', database.db);
const newJobs = (kind: BulkKind) =>
  new BulkJobs({ db: database.db, writer: writer(), clock: { now: () => nowMs }, logger, kinds: { kind } });

/** Starts a job; the next one starts later. */
async function start(jobs: BulkJobs, name: string, total: number): Promise<string> {
  const id = await writer().change(ctx, (unit) => jobs.start(unit, ctx, 'kind', Buffer.from(name), total));
  nowMs += 1;
  return id;
}

/** A kind that adds each part to `seen`; a job has as many parts as its total. */
const parts = (seen: string[], partMs: number): BulkKind => ({
  async part(_unit, _ctx, { request, total, done }) {
    seen.push(`${request.toString()}${done + 1}`);
    nowMs += partMs;
    return { done: 1, ...(done + 1 < total && { position: 'next' }) };
  },
});

test('jobs of one process take turns, the one that has waited longest first', async () => {
  const seen: string[] = [];
  const jobs = newJobs(parts(seen, 5_000));
  await start(jobs, 'a', 3);
  await start(jobs, 'b', 2);
  await start(jobs, 'c', 1);
  await jobs.worker().run();
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a turn has as many parts as fit into five seconds', async () => {
  const seen: string[] = [];
  const jobs = newJobs(parts(seen, 2_000));
  await start(jobs, 'a', 5);
  await start(jobs, 'b', 2);
  await jobs.worker().run();
  expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'a5']);
});

test('a single job keeps its lease between turns', async () => {
  const seen: string[] = [];
  const jobs = newJobs(parts(seen, 5_000));
  await start(jobs, 'a', 4);
  const rows = vi.spyOn(database.db, 'rows');
  await jobs.worker().run();
  expect(seen).toEqual(['a1', 'a2', 'a3', 'a4']);
  const names = rows.mock.calls.map(([{ name }]) => name);
  expect(names.filter((name) => name === 'bulk_job-lease')).toHaveLength(2);
  expect(names).not.toContain('bulk_job-extend-lease');
});

test('a process that lost its job at the end of a turn does not put it back', async () => {
  const seen: string[] = [];
  const one = newJobs(parts(seen, 5_000));
  const other = newJobs({ part: () => Promise.reject(new Error('the process is killed')) });
  const id = await start(one, 'a', 3);
  const leasedUntil = async () =>
    (await database.db.pool.query('select leased_until from bulk_job where id = $1', [id])).rows[0];
  let lostUntil: unknown;
  const rows = database.db.rows.bind(database.db);
  vi.spyOn(database.db, 'rows').mockImplementation(async (statement, values) => {
    if (statement.name !== 'bulk_job-find-waiting' || lostUntil !== undefined) return rows(statement, values);
    nowMs += 60_000;
    await expect(other.worker().run()).rejects.toThrow('killed');
    lostUntil = await leasedUntil();
    await start(one, 'b', 1);
    return rows(statement, [new Date(nowMs)]);
  });
  await one.worker().run();
  expect(seen).toEqual(['a1', 'b1']);
  expect(await leasedUntil()).toEqual(lostUntil);
});
