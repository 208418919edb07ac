import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Context } from '../src/context.ts';
import { Fault } from '../src/fault.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { expireRecords } from '../src/write/expire.ts';
import { StoredAnswer } from '../src/write/stored-answer.ts';
import type { Unit } from '../src/write/unit.ts';
import { Writer } from '../src/write/writer.ts';
import { add, Answer, contextOf, migrations } from './fixture/counters.ts';

let database: TestDatabase;
let writer: Writer;
let nowMs: number;
let wakes = 0;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  writer = new Writer({
    service: 'counters',
    db: database.db,
    clock: { now: () => nowMs },
    wakeRelay: () => void wakes++,
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
  await database.db.pool.query('truncate counter, outbox, inbox, idempotency_record');
});

const write = (ctx: Context, by = 1) => writer.write(ctx, Answer, (unit) => add(unit, ctx, by));
/** A write whose work fails after its effect. */
const broken = (error: unknown) =>
  writer.write(contextOf('k', 'body'), Answer, async (unit: Unit) => {
    await add(unit, contextOf(), 1);
    throw error;
  });
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  return error instanceof Fault ? (error.details[0]?.reason ?? error.code) : String(error);
};
const query = async (sql: string) => (await database.db.pool.query(sql)).rows;
const value = async () => Number((await query('select value from counter'))[0]?.value ?? 0);

const SESSION = { name: 'session', text: 'select pg_backend_pid() as pid' };

describe('keyed writes', () => {
  test('a keyed write takes effect once, and a repeated request gets the same bytes and presentation', async () => {
    const first = await write(contextOf('k', 'body'));
    const again = await write(contextOf('k', 'body'));
    expect(first).toEqual({ kind: 1, id: '1', appId: '' });
    expect(again).toBeInstanceOf(StoredAnswer);
    expect((again as StoredAnswer).message).toEqual(Buffer.from(Answer.encode(first as never).finish()));
    expect((again as StoredAnswer).presentation).toBe('status 200 body');
    expect(await value()).toBe(1);
    expect(await query('select * from outbox')).toHaveLength(1);
  });

  test('a reused key with another body is a conflict and changes nothing', async () => {
    await write(contextOf('k', 'body'));
    expect(await reasonOf(write(contextOf('k', 'other')))).toBe('idempotency_conflict');
    expect(await value()).toBe(1);
  });

  test('the same key of another installation or store is independent', async () => {
    await write(contextOf('k', 'body'));
    await write(contextOf('k', 'other', 'ins_b'));
    await write(contextOf('k', 'other', 'ins_a', 'sto_b'));
    expect(await query('select value from counter order by store_id')).toEqual([{ value: 2 }, { value: 1 }]);
  });

  test('a key in use is refused immediately, and exactly one of many concurrent writes runs', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const { promise: running, resolve: runs } = Promise.withResolvers<void>();
    const ctx = contextOf('k', 'body');
    const first = writer.write(ctx, Answer, async (unit) => {
      runs();
      await held;
      return add(unit, ctx, 1);
    });
    await running;
    expect(await reasonOf(write(contextOf('k', 'body')))).toBe('idempotency_in_progress');
    go();
    await first;
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => write(contextOf('n', 'body'))));
    expect(all.some((result) => result.status === 'fulfilled')).toBe(true);
    expect(await value()).toBe(2);
  });

  test('a refused write records the refusal and rolls back the effect', async () => {
    await write(contextOf('a', '1'), 1000);
    const refused = () => write(contextOf('b', 'body'), 5);
    expect(await reasonOf(refused())).toBe('too_high');
    await database.db.pool.query('update counter set value = 0');
    const again = (await refused().catch((error: unknown) => error)) as Fault;
    expect([again.code, again.message, again.details[0]?.reason, again.replayOf]).toEqual([
      'conflict',
      'The maximum is 1,000.',
      'too_high',
      'status 200 body',
    ]);
    expect(await value()).toBe(0);
    expect(await query('select * from outbox')).toHaveLength(1);
  });

  test('a refusal with characters that cannot be stored is recorded', async () => {
    const fault = new Fault('invalid_request', 'No \0.', {
      details: [{ reason: 'invalid_value', message: 'Not \ud800.' }],
    });
    expect(await reasonOf(broken(fault))).toBe('invalid_value');
    const again = (await broken(new TypeError('oops')).catch((error: unknown) => error)) as Fault;
    expect([again.message, again.details[0]?.message]).toEqual(['No \ufffd.', 'Not \ufffd.']);
  });

  test('a write that fails with a bug or a database error is not recorded, so the key can run again', async () => {
    expect(await reasonOf(broken(new TypeError('oops')))).toBe('TypeError: oops');
    expect(await reasonOf(broken(new Fault('unavailable', 'Unavailable.')))).toBe('unavailable');
    expect(await value()).toBe(0);
    expect(await query('select * from outbox')).toHaveLength(0);
    await write(contextOf('k', 'body'));
    expect(await value()).toBe(1);
  });

  test('a write whose connection is lost before the commit leaves no record, so the key can run again', async () => {
    const lost = writer.write(contextOf('k', 'body'), Answer, async (unit: Unit) => {
      const result = await add(unit, contextOf(), 1);
      const [session] = await unit.rows<{ pid: number }>(SESSION, []);
      await database.db.pool.query('select pg_terminate_backend($1)', [session!.pid]);
      return result;
    });
    await expect(lost).rejects.toThrow();
    expect(await value()).toBe(0);
    expect(await query('select * from idempotency_record')).toHaveLength(0);
    await write(contextOf('k', 'body'));
    expect(await value()).toBe(1);
  });

  test('a key is free again after 24 hours, and only expired records are deleted', async () => {
    await write(contextOf('k', 'body'));
    nowMs += 24 * 3600 * 1000 - 1;
    expect(await write(contextOf('k', 'body'))).toBeInstanceOf(StoredAnswer);
    await expireRecords(database.db, { now: () => nowMs });
    expect(await query('select * from idempotency_record')).toHaveLength(1);
    nowMs += 1;
    await write(contextOf('k', 'another'));
    expect(await value()).toBe(2);
    nowMs += 24 * 3600 * 1000;
    await expireRecords(database.db, { now: () => nowMs });
    expect(await query('select * from idempotency_record')).toHaveLength(0);
  });
});

describe('responses completed after the commit', () => {
  const provisional = Buffer.alloc(0);
  const begin = (ctx: Context) =>
    writer.write(ctx, { encode: () => ({ finish: () => provisional }) }, (unit) => add(unit, ctx, 1));
  const stored = async (ctx: Context) => ((await begin(ctx)) as StoredAnswer).message.toString();

  test('a replay gets the completed response, and before completion the provisional one', async () => {
    const ctx = contextOf('k', 'body');
    await begin(ctx);
    expect(await stored(ctx)).toBe('');
    expect((await writer.completeAnswer(ctx, provisional, Buffer.from('final'))).toString()).toBe('final');
    expect(await stored(ctx)).toBe('final');
    expect(await value()).toBe(1);
  });

  test('concurrent completions of one record all return the first response', async () => {
    const ctx = contextOf('k', 'body');
    await begin(ctx);
    const complete = (answer: string) => writer.completeAnswer(ctx, provisional, Buffer.from(answer));
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(complete));
    expect(new Set(answers.map(String))).toEqual(new Set([await stored(ctx)]));
  });

  test('a completion applies only to its own key, installation and store, and records nothing without a key', async () => {
    await begin(contextOf('k', 'body'));
    for (const other of [
      contextOf('n', 'body'),
      contextOf('k', 'body', 'ins_b'),
      contextOf('k', 'body', 'ins_a', 'sto_b'),
      contextOf(undefined),
    ])
      expect((await writer.completeAnswer(other, provisional, Buffer.from('final'))).toString()).toBe(
        'final',
      );
    expect(await stored(contextOf('k', 'body'))).toBe('');
  });
});

test('the envelope of an event is filled from the context', async () => {
  const before = wakes;
  await write(contextOf(undefined));
  const [row] = await query('select subject, message from outbox');
  const event = Event.decode(row.message);
  expect(row.subject).toBe('commerce.counters.counter.changed.sto_a');
  expect(event).toMatchObject({
    type: 'counter.changed',
    storeId: 'sto_a',
    subjectId: 'a',
    requestId: 'test',
    occurredAtMs: nowMs,
    actor: { id: 'ins_a', appId: 'app_a' },
  });
  expect(event.id).toMatch(/^evt_/);
  expect(wakes).toBe(before + 1);
});
