import type * as timers from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { conflict, Fault } from '../src/fault.ts';
import { BulkJobs, type BulkKind } from '../src/jobs/bulk-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { add, contextOf, migrations } from './fixture/counters.ts';

const MINUTE_MS = 60_000;

const timer = vi.hoisted(() => ({ pass: undefined as ((ms: number) => Promise<void>) | undefined }));
vi.mock('node:timers/promises', async (load) => {
  const real = await load<typeof timers>();
  return { ...real, setTimeout: (ms: number, ...rest: []) => (timer.pass ?? real.setTimeout)(ms, ...rest) };
});

const logger = pino({ level: 'silent' });
const ctx = contextOf();
let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase(migrations)));
afterEach(() => {
  timer.pass = undefined;
  vi.restoreAllMocks();
});
afterAll(() => database.drop());

const writer = () => testWriter('counters', database.db);
const newJobs = (kind: BulkKind, now: () => number = Date.now) =>
  new BulkJobs({ db: database.db, writer: writer(), clock: { now }, logger, kinds: { kind } });
const start = (jobs: BulkJobs) =>
  writer().change(ctx, (unit) => jobs.start(unit, ctx, 'kind', Buffer.alloc(0), 2));
const progress = (jobs: BulkJobs, id: string) => jobs.progress(ctx.storeId, id);

const value = async (): Promise<number> =>
  (await database.db.pool.query('select value from counter')).rows[0]?.value ?? 0;

test('a process keeps its job during the pause between parts, also after one that took longer than a lease', async () => {
  let nowMs = Date.now();
  const now = () => nowMs;
  vi.spyOn(performance, 'now').mockImplementation(now);
  const parts = (process: string): BulkKind => ({
    async part(_unit, _ctx, { position }) {
      seen.push(`${process} ${position || 'first'}`);
      nowMs += 20_000;
      return { done: 1, ...(position === '' && { position: 'second' }) };
    },
  });
  const seen: string[] = [];
  const [one, other] = [newJobs(parts('one'), now), newJobs(parts('other'), now)];
  const id = await start(one);
  timer.pass = async (ms) => {
    nowMs += ms;
    await other.worker().run();
  };
  await one.worker().run();
  expect(seen).toEqual(['one first', 'one second']);
  expect(await progress(one, id)).toMatchObject({ state: 'done', done: 2 });
});

test('a process that lost a job to another one does not fail it', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const other = newJobs(
    {
      async prepare() {
        started.resolve();
        await finish.promise;
      },
      part: async () => ({ done: 2 }),
    },
    () => Date.now() + MINUTE_MS,
  );
  let running = Promise.resolve();
  const failed = vi.fn<() => Promise<void>>();
  const one = newJobs({
    async prepare() {
      running = other.worker().run();
      await started.promise;
      throw conflict('over', 'It cannot go on.');
    },
    part: async () => ({ done: 2 }),
    failed,
  });
  const id = await start(one);
  await one.worker().run();
  expect(await progress(one, id)).toMatchObject({ state: 'running' });
  expect(failed).not.toHaveBeenCalled();
  finish.resolve();
  await running;
  expect(await progress(one, id)).toMatchObject({ state: 'done', done: 2 });
});

test('a part is repeated when a call that it makes is still running for another process', async () => {
  let isRunning = true;
  const kind: BulkKind = {
    async prepare() {
      if (isRunning) throw conflict('idempotency_in_progress', 'It is still running.');
    },
    part: async () => ({ done: 2 }),
  };
  const jobs = newJobs(kind);
  const id = await start(jobs);
  await expect(jobs.worker().run()).rejects.toMatchObject({ code: 'conflict' });
  expect(await progress(jobs, id)).toMatchObject({ state: 'running' });
  isRunning = false;
  await newJobs(kind, () => Date.now() + MINUTE_MS)
    .worker()
    .run();
  expect(await progress(jobs, id)).toMatchObject({ state: 'done' });
});

test('a kind handles the failure of its job in the transaction that marks it as failed', async () => {
  let isBroken = true;
  const kind: BulkKind = {
    part: () => Promise.reject(new Fault('conflict', 'It cannot go on.')),
    async failed(unit, context, { position }, fault) {
      expect([position, fault.message]).toEqual(['', 'It cannot go on.']);
      await add(unit, context, 5);
      if (isBroken) throw new Error('the process is killed');
    },
  };
  const before = await value();
  const jobs = newJobs(kind);
  const id = await start(jobs);
  await expect(jobs.worker().run()).rejects.toThrow('killed');
  expect(await progress(jobs, id)).toMatchObject({ state: 'running' });
  expect(await value()).toBe(before);
  isBroken = false;
  await newJobs(kind, () => Date.now() + MINUTE_MS)
    .worker()
    .run();
  expect(await progress(jobs, id)).toMatchObject({ state: 'failed', failure: 'It cannot go on.' });
  expect(await value()).toBe(before + 5);
});
