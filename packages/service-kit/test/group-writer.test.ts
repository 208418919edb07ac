import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import type { Context } from '../src/context.ts';
import { Fault } from '../src/fault.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import type { GroupWriter, Outcome } from '../src/write/group-writer.ts';
import { StoredAnswer } from '../src/write/stored-answer.ts';
import { Writer } from '../src/write/writer.ts';
import { add, Answer, contextOf, migrations } from './fixture/counters.ts';

/** Adds to the counter of the store. */
interface Request {
  by: number;
  /** The group fails, or leaves the write to run alone. */
  in?: 'failure' | 'alone';
}

let database: TestDatabase;
let writer: Writer;
let group: GroupWriter<Request, Actor>;
/** Sizes of the groups, and the number of writes that ran alone. */
let sizes: number[];
let alone: number;
/** Runs within each group. */
let during: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  writer = new Writer({
    service: 'counters',
    db: database.db,
    clock: { now: Date.now },
    wakeRelay: () => undefined,
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  [sizes, alone, during] = [[], 0, async () => undefined];
  group = newGroup();
  await database.db.pool.query('truncate counter, outbox, inbox, idempotency_record');
});

/** A group writer without an earlier group. */
function newGroup(): GroupWriter<Request, Actor> {
  return writer.grouped<Request, Actor>({
    answer: Answer,
    async runMany(_, writes) {
      sizes.push(writes.length);
      await during();
      const outcomes: Outcome<Actor>[] = [];
      for (const { ctx, request, unit } of writes) {
        if (request.in === 'failure') throw new TypeError('oops');
        if (request.by < 0) outcomes.push({ fault: new Fault('conflict', 'Not negative.') });
        else outcomes.push(request.in ?? { response: await add(unit, ctx, request.by) });
      }
      return outcomes;
    },
    runAlone(ctx, { by, in: kind }) {
      alone++;
      return writer.write(ctx, Answer, (unit) => {
        if (kind === 'failure') throw new TypeError('oops');
        return add(unit, ctx, by);
      });
    },
  });
}

const query = async (sql: string) => (await database.db.pool.query(sql)).rows;
const value = async () => Number((await query('select value from counter'))[0]?.value ?? 0);
const count = async (table: string) => Number((await query(`select count(*) from ${table}`))[0].count);

/** Holds the first group until all of the writes have been sent, so that the others form the second. */
async function together(writes: [key: string | Context, request: Request][]): Promise<unknown[]> {
  group = newGroup();
  const { promise: sent, resolve: onSent } = Promise.withResolvers<void>();
  during = () => sent;
  const first = group.write(contextOf('first', 'first'), { by: 1 });
  const results = writes.map(([key, request]) =>
    group
      .write(typeof key === 'string' ? contextOf(key, key) : key, request)
      .catch((error: unknown) => error),
  );
  onSent();
  await first;
  return Promise.all(results);
}

test('keyed writes of a store that arrive together share a transaction, each with its response, record and event', async () => {
  const results = await together([
    ['a', { by: 1 }],
    ['b', { by: 1 }],
    ['c', { by: 1 }],
  ]);
  expect(results.map((result) => (result as Actor).id)).toEqual(['2', '3', '4']);
  expect([sizes, alone]).toEqual([[1, 3], 0]);
  expect(await query('select count(distinct xmin::text)::int as n from idempotency_record')).toEqual([
    { n: 2 },
  ]);
  expect([await count('idempotency_record'), await count('outbox')]).toEqual([4, 4]);
  const again = await group.write(contextOf('b', 'b'), { by: 1 });
  expect(again).toBeInstanceOf(StoredAnswer);
  expect(Answer.decode((again as StoredAnswer).message).id).toBe('3');
  expect(await value()).toBe(4);
});

test('the same key twice in a group runs once; with another request it is a conflict', async () => {
  const [first, second] = await together([
    ['a', { by: 1 }],
    ['a', { by: 1 }],
  ]);
  expect((first as Actor).id).toBe('2');
  expect((second as Fault).details[0]!.reason).toBe('idempotency_in_progress');
  const [conflict, replay] = await together([
    [contextOf('a', 'other'), { by: 1 }],
    ['first', { by: 1 }],
  ]);
  expect((conflict as Fault).code).toBe('idempotency_conflict');
  expect(replay).toBeInstanceOf(StoredAnswer);
  expect(await value()).toBe(2);
});

test('a refused write has no event, and its refusal is recorded; the others take effect', async () => {
  const [refused, done] = await together([
    ['a', { by: -1 }],
    ['b', { by: 1 }],
  ]);
  expect([(refused as Fault).message, (done as Actor).id]).toEqual(['Not negative.', '2']);
  expect([await count('idempotency_record'), await count('outbox')]).toEqual([3, 2]);
  await expect(group.write(contextOf('a', 'a'), { by: -1 })).rejects.toMatchObject({
    replayOf: 'status 200 a',
  });
});

test('a write that has to run alone does so after the others, with its own record', async () => {
  const [later, done] = await together([
    ['a', { by: 10, in: 'alone' }],
    ['b', { by: 1 }],
  ]);
  expect([(done as Actor).id, (later as Actor).id, alone]).toEqual(['2', '12', 1]);
  expect([await count('idempotency_record'), await count('outbox')]).toEqual([3, 3]);
});

test('a group that fails has no effect; its writes run alone, and the one that caused it fails alone', async () => {
  const [first, broken, last] = await together([
    ['a', { by: 1 }],
    ['b', { by: 1, in: 'failure' }],
    ['c', { by: 1 }],
  ]);
  expect(broken).toBeInstanceOf(TypeError);
  expect([first, last].map((result) => (result as Actor).id).toSorted()).toEqual(['2', '3']);
  expect([await value(), alone, await count('idempotency_record')]).toEqual([3, 3, 3]);
});

test('a write whose caller no longer waits is refused without an effect', async () => {
  const late = { ...contextOf('a', 'a'), deadlineMs: deadlineIn(-1) };
  const [refused, done] = await together([
    [late, { by: 1 }],
    ['b', { by: 1 }],
  ]);
  expect([(refused as Fault).code, (done as Actor).id]).toEqual(['timeout', '2']);
  expect(await value()).toBe(2);
});

test('a key that another process is using is refused, and one that it recorded is replayed', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: running, resolve: onRunning } = Promise.withResolvers<void>();
  const ctx = contextOf('a', 'a');
  const other = writer.write(ctx, Answer, async (unit) => {
    onRunning();
    await held;
    return add(unit, ctx, 1);
  });
  await running;
  await expect(group.write(ctx, { by: 1 })).rejects.toMatchObject({
    details: [{ reason: 'idempotency_in_progress' }],
  });
  release();
  await other;
  expect(await group.write(ctx, { by: 1 })).toBeInstanceOf(StoredAnswer);
  expect(await value()).toBe(1);
});

test('writes without a key share the transaction, have events and no record', async () => {
  const [refused, first, second] = await together([
    [contextOf(), { by: -1 }],
    [contextOf(), { by: 1 }],
    [contextOf(), { by: 1 }],
  ]);
  expect((refused as Fault).message).toBe('Not negative.');
  expect([first, second].map((result) => (result as Actor).id)).toEqual(['2', '3']);
  expect([sizes, alone, await value()]).toEqual([[1, 3], 0, 3]);
  expect([await count('idempotency_record'), await count('outbox')]).toEqual([1, 3]);
});

test('a write with a key and one without share the transaction', async () => {
  const [keyed, other] = await together([
    ['a', { by: 1 }],
    [contextOf(), { by: 1 }],
  ]);
  expect([keyed, other].map((result) => (result as Actor).id)).toEqual(['2', '3']);
  expect([await count('idempotency_record'), await count('outbox')]).toEqual([2, 3]);
});

test('writes of another store do not wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: running, resolve: onRunning } = Promise.withResolvers<void>();
  during = () => {
    onRunning();
    return held;
  };
  const first = group.write(contextOf('a', 'a'), { by: 1 });
  await running;
  during = async () => undefined;
  await group.write(contextOf('a', 'a', 'ins_a', 'sto_b'), { by: 1 });
  release();
  expect(((await first) as Actor).id).toBe('1');
});

test('writes that arrive one after the other share a transaction after a group of as many', async () => {
  await together(['a', 'b', 'c'].map((name) => [name, { by: 1 }]));
  const next = [];
  for (const name of ['d', 'e', 'f']) {
    next.push(group.write(contextOf(name, name), { by: 1 }));
    await setImmediate();
  }
  await Promise.all(next);
  expect([sizes, await value()]).toEqual([[1, 3, 3], 7]);
});

test('after a group, fewer writes do not wait for more than some milliseconds', async () => {
  await together([
    ['a', { by: 1 }],
    ['b', { by: 1 }],
  ]);
  await group.write(contextOf('c', 'c'), { by: 1 });
  await group.write(contextOf('d', 'd'), { by: 1 });
  expect(sizes).toEqual([1, 2, 1, 1]);
});
