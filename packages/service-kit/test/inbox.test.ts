import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { dayOf, daysBefore } from '../src/days.ts';
import { inboxInsertMany, InboxRetention } from '../src/events/inbox.ts';
import { ParkedEvents } from '../src/events/parked-events.ts';
import { workOf } from '../src/events/work.ts';
import { idStartAt, isId, newId } from '../src/ids.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { testWriter } from '../src/testing/writer.ts';
import { migrations } from './fixture/counters.ts';
import { until } from '../src/testing/until.ts';

const STORE = 'sto_a';
const startedAtMs = Date.now();
const clock = { now: () => nowMs };
let nowMs: number;
let database: TestDatabase;
let retention: InboxRetention;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
});
afterAll(() => database.drop());
beforeEach(async () => {
  nowMs = startedAtMs;
  retention = new InboxRetention(database.db, clock);
  await query('truncate inbox, parked_event');
  for (const partition of await partitions())
    if (partition !== 'inbox_rest') await query(`drop table ${partition}`);
});

const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.db.pool.query(text, values)).rows as R[];
const partitions = async () => {
  const rows = await query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'inbox'::regclass order by 1",
  );
  return rows.map(({ name }) => name);
};
const partitionOf = (ms: number) => `inbox_${dayOf(ms).replaceAll('-', '_')}`;
/** The partition of an event's record; undefined when there is none. */
const recordOf = async (eventId: string) =>
  (
    await query<{ name: string }>(
      'select tableoid::regclass::text as name from inbox where store_id = $1 and event_id = $2',
      [STORE, eventId],
    )
  )[0]?.name;
const daysAgo = (days: number) => daysBefore(startedAtMs, days);
/** An id of an event that was emitted at a time. */
const idAt = (ms: number) => `${idStartAt('evt', ms)}${randomBytes(8).toString('hex')}`;
const claim = async (...ids: string[]) => [...(await inboxInsertMany(database.db, STORE, ids))];
/** Runs the retention as if it were another time. */
const retainAt = async (ms: number) => {
  nowMs = ms;
  await retention.run();
};
/** Claims an event at the time at which it was emitted. */
async function handledAt(ms: number, handledMs = ms): Promise<string> {
  const id = idAt(ms);
  await claim(id);
  await query('update inbox set handled_at = $2 where event_id = $1', [id, new Date(handledMs)]);
  return id;
}

const EVENT: Event = {
  id: '',
  type: 'counter.changed',
  occurredAtMs: startedAtMs,
  storeId: STORE,
  actor: undefined,
  subjectId: 'a',
  requestId: 'test',
  traceparent: '',
  payload: Buffer.alloc(0),
};

const parkedEvents = (onHandled: (event: Event) => void): ParkedEvents => {
  const writer = testWriter('counters', database.db);
  const parked = new ParkedEvents({ db: database.db, writer, clock });
  const handlers = { 'counter.changed': async (_: unknown, event: Event) => onHandled(event) };
  parked.register(workOf(writer, { service: 'counters', handlers }));
  return parked;
};
const park = (parked: ParkedEvents, eventId: string) =>
  parked.park({
    eventId,
    source: 'counters',
    type: 'counter.changed',
    storeId: STORE,
    subjectId: 'a',
    message: Event.encode({ ...EVENT, id: eventId }).finish(),
    error: 'TypeError: odd',
    attempts: 5,
    firstFailedAt: new Date(nowMs),
    lastFailedAt: new Date(nowMs),
  });

test('ids start with their time, so that those of a day are a range', () => {
  const id = newId('evt');
  expect(isId('evt', id)).toBe(true);
  expect(id >= idStartAt('evt', startedAtMs)).toBe(true);
  expect(id < idStartAt('evt', Date.now() + 1)).toBe(true);
  expect(idStartAt('evt', Date.parse('2026-11-27'))).toBe('evt_01m8d4tg00');
});

test('an event has its record in the partition of its day, which is created a day ahead and dropped after 14 days', async () => {
  await retainAt(daysAgo(20));
  await retainAt(daysAgo(16));
  expect(await partitions()).toEqual([
    partitionOf(daysAgo(20)),
    partitionOf(daysAgo(19)),
    partitionOf(daysAgo(16)),
    partitionOf(daysAgo(15)),
    'inbox_rest',
  ]);
  const [old, kept] = [await handledAt(daysAgo(20)), await handledAt(daysAgo(16))];
  expect(await recordOf(old)).toBe(partitionOf(daysAgo(20)));
  expect(await claim(old, kept)).toEqual([]);
  await retainAt(daysAgo(2));
  expect(await partitions()).toEqual([
    partitionOf(daysAgo(16)),
    partitionOf(daysAgo(15)),
    partitionOf(daysAgo(2)),
    partitionOf(daysAgo(1)),
    'inbox_rest',
  ]);
  expect([await recordOf(old), await recordOf(kept)]).toEqual([undefined, partitionOf(daysAgo(16))]);
  expect(await claim(kept)).toEqual([]);
});

test('an event that is published after its day was dropped takes effect once, and its record expires by its own age', async () => {
  await retainAt(daysAgo(20));
  await retainAt(startedAtMs);
  const late = idAt(daysAgo(20));
  expect(await claim(late)).toEqual([late]);
  expect(await claim(late)).toEqual([]);
  expect(await recordOf(late)).toBe('inbox_rest');
  await retainAt(startedAtMs);
  expect(await claim(late)).toEqual([]);
  await query("update inbox set handled_at = now() - interval '15 days'");
  await retainAt(startedAtMs);
  expect(await recordOf(late)).toBeUndefined();
});

test('a record that is younger than its event by days outlives the partition', async () => {
  await retainAt(daysAgo(20));
  const id = await handledAt(daysAgo(20), daysAgo(8));
  await retainAt(startedAtMs);
  expect(await partitions()).not.toContain(partitionOf(daysAgo(20)));
  expect(await recordOf(id)).toBe('inbox_rest');
  expect(await claim(id)).toEqual([]);
});

test('an event that took effect and is parked has no second effect, however late it is replayed', async () => {
  await retainAt(daysAgo(40));
  const handled: string[] = [];
  const parked = parkedEvents(({ id }) => handled.push(id));
  // The acknowledgement of its effect was lost, and later attempts failed.
  const done = await handledAt(daysAgo(40));
  const failed = idAt(daysAgo(40));
  await park(parked, done);
  await park(parked, failed);
  await retainAt(startedAtMs);
  await retainAt(startedAtMs);
  expect(await recordOf(done)).toBe('inbox_rest');
  for (const id of [done, failed]) expect(await parked.replay(id)).toBeUndefined();
  expect(handled).toEqual([failed]);
  await retainAt(startedAtMs);
  expect([await recordOf(done), await recordOf(failed)]).toEqual([undefined, 'inbox_rest']);
});

test('a day whose events have records in the default partition gets no partition of its own', async () => {
  const id = idAt(startedAtMs);
  await claim(id);
  await retainAt(startedAtMs);
  expect(await partitions()).toEqual([partitionOf(startedAtMs + 24 * 3600_000), 'inbox_rest']);
  expect(await claim(id)).toEqual([]);
});

test('a partition that is being read is dropped later, and events do not wait for the reader', async () => {
  await retainAt(startedAtMs);
  await retainAt(daysAgo(20));
  await handledAt(daysAgo(20));
  const reader = await database.db.pool.connect();
  await reader.query('begin');
  await reader.query('select from inbox');
  const retained = retainAt(startedAtMs);
  await until(async () => {
    const waiting = "relation = 'inbox'::regclass and not granted and mode = 'AccessExclusiveLock'";
    return (await query(`select from pg_locks where ${waiting}`)).length > 0;
  }, 'the retention at the lock');
  for (let n = 0; n < 20; n++) expect(await claim(idAt(startedAtMs))).toHaveLength(1);
  expect(await partitions()).toContain(partitionOf(daysAgo(20)));
  await reader.query('commit');
  reader.release();
  await retained;
  expect(await partitions()).not.toContain(partitionOf(daysAgo(20)));
});
