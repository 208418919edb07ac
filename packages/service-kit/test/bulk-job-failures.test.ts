import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { conflict, Fault } from '../src/fault.ts';
import { BulkJobs, type BulkKind } from '../src/jobs/bulk-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { contextOf, migrations } from './fixture/counters.ts';

const MINUTE_MS = 60_000;

const logger = pino({ level: 'silent' });
const ctx = contextOf();
let database: TestDatabase;
let nowMs: number;
/** The error of the parts; undefined when they succeed. */
let failure: Error | undefined;
const failed = vi.fn<NonNullable<BulkKind['failed']>>(async () => undefined);

beforeAll(async () => (database = await createTestDatabase(migrations)));
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
  failure = new Error('unexpected');
  vi.restoreAllMocks();
  failed.mockClear();
  await database.db.pool.query('truncate bulk_job');
});
afterAll(() => database.drop());

const writer = () => testWriter('counters', database.db);

/** The jobs of a process whose parts fail with `failure`. */
function newJobs(): BulkJobs {
  const kind: BulkKind = {
    async part(_unit, _context, { done }) {
      if (failure === undefined && done === 0) {
        failure = new Error('unexpected');
        return { done: 1, position: 'next' };
      }
      throw failure ?? new Error('unexpected');
    },
    failed,
  };
  return new BulkJobs({
    db: database.db,
    writer: writer(),
    clock: { now: () => nowMs },
    logger,
    kinds: { kind },
  });
}

const start = (jobs: BulkJobs) =>
  writer().change(ctx, (unit) => jobs.start(unit, ctx, 'kind', Buffer.alloc(0), 2));
const stateOf = async (jobs: BulkJobs, id: string) => (await jobs.progress(ctx.storeId, id)).state;

/** Runs the worker a number of times at an interval. */
async function attempt(jobs: BulkJobs, times: number, everyMs: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await jobs
      .worker()
      .run()
      .catch(() => undefined);
    nowMs += everyMs;
  }
}

describe('a job whose part keeps failing with an unexpected error', () => {
  test.each([
    ['after ten attempts, when they take more than an hour', 9, 10 * MINUTE_MS],
    ['after an hour, when it has more than ten attempts', 60, MINUTE_MS],
  ])('fails with a generic reason %s', async (_when, attempts, everyMs) => {
    const jobs = newJobs();
    const id = await start(jobs);
    await attempt(jobs, attempts, everyMs);
    expect(await stateOf(jobs, id)).toBe('running');
    expect(failed).not.toHaveBeenCalled();
    const logged = vi.spyOn(logger, 'error');
    await attempt(jobs, 1, everyMs);
    expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'failed', failure: 'Server error.' });
    expect(failed).toHaveBeenCalledOnce();
    expect(failed.mock.calls[0]![3]).toMatchObject({ code: 'server_error', cause: failure });
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ err: failure, job: id, attempts: attempts + 1 }),
      'bulk job keeps failing, giving up',
    );
  });

  test('fails also when the error is that of another service', async () => {
    failure = new Fault('server_error', 'Server error.');
    const jobs = newJobs();
    const id = await start(jobs);
    await attempt(jobs, 10, 10 * MINUTE_MS);
    expect(await stateOf(jobs, id)).toBe('failed');
  });

  test('starts to count again after a part that succeeds', async () => {
    const jobs = newJobs();
    const id = await start(jobs);
    await attempt(jobs, 9, 10 * MINUTE_MS);
    failure = undefined;
    // The second part fails in the same run.
    await attempt(jobs, 9, 10 * MINUTE_MS);
    expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'running', done: 1 });
    await attempt(jobs, 1, 10 * MINUTE_MS);
    expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'failed', done: 1 });
  });
});

test.each([
  ['another service is unavailable', new Fault('unavailable', 'Unavailable.')],
  ['a call times out', new Fault('timeout', 'Timed out.')],
  ['an earlier call is still running', conflict('idempotency_in_progress', 'It is still running.')],
  ['the database shuts down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['the database is unreachable', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
])('a job does not fail while %s', async (_name, error) => {
  failure = error;
  const jobs = newJobs();
  const id = await start(jobs);
  await attempt(jobs, 30, 10 * MINUTE_MS);
  expect(await stateOf(jobs, id)).toBe('running');
  expect(failed).not.toHaveBeenCalled();
});
