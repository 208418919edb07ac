import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { systemClock } from '../src/clock.ts';
import { Fault } from '../src/fault.ts';
import { BulkJobs, type BulkKind } from '../src/jobs/bulk-jobs.ts';
import { runEvery } from '../src/jobs/interval.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { add, contextOf, migrations } from './fixture/counters.ts';
import { until } from '../src/testing/until.ts';

const logger = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase(migrations)));
afterAll(() => database.drop());

const ctx = contextOf();
const newJobs = (kinds: Record<string, BulkKind>, clock = systemClock) =>
  new BulkJobs({ db: database.db, writer: testWriter('counters', database.db), clock, logger, kinds });

const start = (jobs: BulkJobs, kind: string, total: number) =>
  testWriter('counters', database.db).change(ctx, (unit) =>
    jobs.start(unit, ctx, kind, Buffer.from('2'), total),
  );

async function over(jobs: BulkJobs, id: string) {
  const progress = () => jobs.progress(ctx.storeId, id);
  await until(async () => (await progress()).state !== 'running', 'the end of the job');
  return progress();
}

const value = async (): Promise<number> =>
  (await database.db.pool.query('select value from counter')).rows[0]?.value ?? 0;

test('any worker runs a job in parts and records the progress with each part', async () => {
  const seen: string[] = [];
  const jobs = newJobs({
    add: {
      async part(unit, context, { request, position, done }) {
        seen.push(`${position || '-'} ${done}`);
        await add(unit, context, Number(request.toString()));
        const next = Number(position) + 1;
        return { done: 2, ...(next < 5 && { position: String(next) }) };
      },
    },
  });
  const workers = [1, 2, 3].map(() => runEvery(jobs.worker(), logger));
  const id = await start(jobs, 'add', 10);
  expect(await over(jobs, id)).toMatchObject({ state: 'done', total: 10, done: 10, failure: '' });
  expect(seen).toEqual(['- 0', '1 2', '2 4', '3 6', '4 8']);
  expect(await value()).toBe(10);
  for (const worker of workers) await worker.stop();
  await expect(jobs.progress('sto_other', id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a part is prepared outside of its transaction, and prepared again after a crash', async () => {
  const seen: string[] = [];
  let isDown = true;
  const kinds: Record<string, BulkKind<unknown>> = {
    prepared: {
      async prepare(_ctx, { position }) {
        seen.push(`prepare ${position || '-'}`);
        if (position === '1' && isDown) throw new Fault('timeout', 'Unavailable.');
        return position || '-';
      },
      async part(_unit, _ctx, { position }, prepared) {
        seen.push(`part ${String(prepared)}`);
        return { done: 1, position: position === '' ? '1' : undefined };
      },
    },
  };
  const jobs = newJobs(kinds as Record<string, BulkKind>);
  const id = await start(jobs, 'prepared', 2);
  await expect(jobs.worker().run()).rejects.toMatchObject({ code: 'timeout' });
  expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'running', done: 1 });
  isDown = false;
  await newJobs(kinds as Record<string, BulkKind>, { now: () => Date.now() + 60_000 })
    .worker()
    .run();
  expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'done', done: 2 });
  expect(seen).toEqual(['prepare -', 'part -', 'prepare 1', 'prepare 1', 'part 1']);
});

test('a failed part is rolled back and repeated by another process when the lease has expired', async () => {
  const before = await value();
  let nowMs = Date.now();
  let failures = 1;
  const jobs = newJobs(
    {
      add: {
        async part(unit, context) {
          await add(unit, context, 1);
          if (failures-- > 0) throw new Error('the process is killed');
          return { done: 1 };
        },
      },
    },
    { now: () => nowMs },
  );
  const id = await start(jobs, 'add', 1);
  await expect(jobs.worker().run()).rejects.toThrow('killed');
  await jobs.worker().run();
  expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'running', done: 0 });
  nowMs += 15_000;
  await jobs.worker().run();
  expect(await jobs.progress(ctx.storeId, id)).toMatchObject({ state: 'done', done: 1 });
  expect(await value()).toBe(before + 1);
});

test('a refusal fails the job with its reason and keeps the effects of earlier parts', async () => {
  const before = await value();
  const jobs = newJobs({
    add: {
      async part(unit, context, { position }) {
        if (position !== '') throw new Fault('conflict', 'It cannot go on.');
        await add(unit, context, 1);
        return { done: 1, position: 'next' };
      },
    },
  });
  const id = await start(jobs, 'add', 2);
  await jobs.worker().run();
  expect(await jobs.progress(ctx.storeId, id)).toMatchObject({
    state: 'failed',
    done: 1,
    failure: 'It cannot go on.',
  });
  expect(await value()).toBe(before + 1);
});
