import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deadlineIn } from '../src/deadline.ts';
import { Fault } from '../src/fault.ts';
import { partitionNumbers } from '../src/events/partitions.ts';
import { consumerOf } from '../src/events/permissions.ts';
import { parkedCommand } from '../src/process/parked-command.ts';
import { longTest } from '../src/testing/level.ts';
import { add } from './fixture/counters.ts';
import { until } from '../src/testing/until.ts';
import { ALL, contextAt, listOf, TestMessaging, valueOf } from './support/messaging.ts';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.stop());

describe('parked events', () => {
  longTest('300 failing events do not delay an event of another store', async () => {
    const publisher = await messaging.publisher('flood');
    const handled: string[] = [];
    // With the production backoff: all of them are waiting when the good event arrives.
    const { consumer, parked } = await messaging.consumer(
      'flooded',
      async (_unit, { storeId }) => {
        if (storeId !== 'sto_good') throw new TypeError('odd variant');
        handled.push(storeId);
      },
      { from: 'flood' },
    );
    publisher.relay.start();
    for (let n = 0; n < 300; n++) await publisher.change(`sto_bad_${n % 7}`);
    void consumer.assign(partitionNumbers);
    await until(async () => (await publisher.relay.lag()).waiting === 0, 'all of them in the stream');
    await publisher.change('sto_good');
    await until(() => handled.length === 1, 'the good event');
    expect(await listOf(parked)).toEqual([]);
    await until(async () => (await listOf(parked)).length === 300, 'all 300 parked');
    expect(await consumer.pending()).toBe(0);
    expect(await parked.count()).toEqual([['flood', 300]]);
    const [first] = await listOf(parked);
    expect(first).toMatchObject({ source: 'flood', type: 'counter.changed', subjectId: 'a', attempts: 5 });
    expect(first!.error).toMatch(/^TypeError: odd variant at .*parked-events\.test\.ts:\d+/);
    expect(first!.firstFailedAt.getTime()).toBeLessThan(first!.lastFailedAt.getTime());
  });

  test('a message that cannot be decoded is parked immediately, and later events are handled', async () => {
    const publisher = await messaging.publisher('garbled');
    const handled: number[] = [];
    const { consumer, parked } = await messaging.consumer(
      'garbled_consumer',
      async (_unit, event) => void handled.push(valueOf(event)),
      { from: 'garbled' },
    );
    void consumer.assign(partitionNumbers);
    const { jetStream } = publisher.connection;
    const subject = 'commerce.garbled.counter.changed.sto_a';
    await jetStream.publish(subject, new Uint8Array([0xff, 0xff, 0xff]), { msgID: 'evt_garbled' });
    await jetStream.publish(subject, new Uint8Array());
    publisher.relay.start();
    await publisher.change('sto_a');
    await until(() => handled.length === 1, 'the event after them');
    await until(async () => (await listOf(parked)).length === 2, 'both parked');
    const ids = (await listOf(parked)).map(({ eventId }) => eventId);
    expect(ids.toSorted()).toEqual(['commerce-garbled:2', 'evt_garbled']);
    expect(await parked.replay('evt_garbled')).toMatch(/./);
    expect((await listOf(parked)).find(({ eventId }) => eventId === 'evt_garbled')).toMatchObject({
      type: 'counter.changed',
      storeId: 'sto_a',
      attempts: 2,
    });
  });

  test('a replayed event takes effect once and is removed, and one that fails again stays parked with the new error', async () => {
    const publisher = await messaging.publisher('replayed');
    let failure: Error | undefined = new RangeError('first defect');
    const { consumer, parked, database } = await messaging.consumer(
      'replayer',
      async (unit, { storeId }) => {
        await add(unit, contextAt(storeId), 1);
        if (failure) throw failure;
      },
      { from: 'replayed', parkBackoffMs: [10] },
    );
    const value = async () =>
      (await database.db.pool.query<{ value: number }>('select value from counter')).rows[0]?.value;
    publisher.relay.start();
    void consumer.assign(partitionNumbers);
    await publisher.change('sto_a');
    await until(async () => (await listOf(parked)).length === 1, 'the event parked');
    const [{ eventId, error, attempts }] = (await listOf(parked)) as [Awaited<ReturnType<typeof listOf>>[0]];
    expect({ error, attempts }).toEqual({ error: expect.stringMatching(/^RangeError: first/), attempts: 2 });

    failure = new RangeError('second defect');
    expect(await parked.replay(eventId)).toMatch(/^RangeError: second defect/);
    expect((await listOf(parked))[0]).toMatchObject({ attempts: 3, error: expect.stringMatching(/second/) });
    expect(await value()).toBeUndefined();

    failure = undefined;
    // One of them may find the event only after the other has removed it.
    const replays = await Promise.allSettled([parked.replay(eventId), parked.replay(eventId)]);
    expect(replays).toContainEqual({ status: 'fulfilled', value: undefined });
    for (const replay of replays)
      if (replay.status === 'rejected') expect(replay.reason).toMatchObject({ code: 'not_found' });
      else expect(replay.value).toBeUndefined();
    expect(await value()).toBe(1);
    expect(await listOf(parked)).toEqual([]);
    const { rows } = await database.db.pool.query('select event_id from inbox');
    expect(rows).toEqual([{ event_id: eventId }]);
    await expect(parked.replay(eventId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('matching parked events are replayed in order, and a discarded event never takes effect', async () => {
    const publisher = await messaging.publisher('many');
    let broken = true;
    const values: number[] = [];
    const { consumer, parked, database } = await messaging.consumer(
      'many_consumer',
      async (_unit, event) => {
        if (broken || valueOf(event) === 3) throw new TypeError(`defect of ${event.storeId}`);
        values.push(valueOf(event));
      },
      { from: 'many', parkBackoffMs: [] },
    );
    publisher.relay.start();
    void consumer.assign(partitionNumbers);
    for (let n = 0; n < 5; n++) await publisher.change('sto_a');
    await publisher.change('sto_b');
    await until(async () => (await listOf(parked)).length === 6, 'all parked');
    const page = await parked.list(ALL, undefined, 2);
    const [, last] = page;
    const rest = await parked.list(
      ALL,
      { lastFailedAtMs: last!.lastFailedAt.getTime(), eventId: last!.eventId },
      10,
    );
    expect([...page, ...rest]).toEqual(await listOf(parked));
    expect(await listOf(parked, { error: 'STO_B' })).toHaveLength(1);
    expect(await listOf(parked, { type: 'counter.deleted' })).toEqual([]);
    expect(await listOf(parked, { failedBeforeMs: page[0]!.firstFailedAt.getTime() - 60_000 })).toEqual([]);

    const [{ eventId }] = (await listOf(parked, { error: 'sto_b' })) as [
      Awaited<ReturnType<typeof listOf>>[0],
    ];
    await parked.discard(eventId);
    broken = false;
    const tooLate = await parked.replayAll(ALL, deadlineIn(0));
    expect(tooLate).toEqual({ replayed: 0, failed: 0, hasMore: true });
    const lines: string[] = [];
    expect(await parkedCommand(parked, ['replay', '--all'], (line) => lines.push(line))).toBe(1);
    expect(lines.at(-1)).toBe('4 replayed, 1 failed');
    expect(values).toEqual([1, 2, 4, 5]);

    // Simulates lost acknowledgements.
    await consumer.stop();
    const { consumers } = await publisher.connection.manager();
    for (const partition of partitionNumbers)
      await consumers.delete('commerce-many', consumerOf('many_consumer', partition));
    const again = await messaging.consumer(
      'many_consumer',
      async (_unit, event) => void values.push(valueOf(event)),
      { from: 'many', database },
    );
    void again.consumer.assign(partitionNumbers);
    await until(() => values.includes(3), 'the one that failed, delivered again');
    expect(values).toEqual([1, 2, 4, 5, 3]);
    // The parked row remains; a replay detects that the event was handled.
    lines.length = 0;
    expect(await parkedCommand(again.parked, ['list'], (line) => lines.push(line))).toBe(0);
    expect(lines).toHaveLength(2);
    const [id] = lines[1]!.split('\t');
    expect(await parkedCommand(again.parked, ['replay', id!], (line) => lines.push(line))).toBe(0);
    expect(values).toEqual([1, 2, 4, 5, 3]);
    expect(await listOf(again.parked)).toEqual([]);
    expect(await parkedCommand(again.parked, ['drop'], (line) => lines.push(line))).toBe(64);
  });

  test('only the failing events of a batch are parked', async () => {
    const publisher = await messaging.publisher('batched');
    const values: number[] = [];
    let broken = true;
    const { consumer, parked } = await messaging.consumer(
      'batch_consumer',
      {
        service: 'batched',
        types: ['counter.changed'],
        prepare: async () => undefined,
        async handle(_unit, events) {
          if (broken && events.some((event) => valueOf(event) === 7)) throw new TypeError('odd');
          values.push(...events.map(valueOf));
        },
      },
      { from: 'batched', parkBackoffMs: [10, 10] },
    );
    publisher.relay.start();
    await Promise.all(Array.from({ length: 20 }, () => publisher.change('sto_batch')));
    void consumer.assign(partitionNumbers);
    await until(async () => (await listOf(parked)).length === 1, 'one parked');
    await until(() => values.length === 19, 'the others');
    broken = false;
    const [{ eventId }] = (await listOf(parked)) as [Awaited<ReturnType<typeof listOf>>[0]];
    expect(await parked.replay(eventId)).toBeUndefined();
    expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});

describe('unavailable dependencies', () => {
  test('events are retried without being parked while a service is unavailable, and handled when it recovers', async () => {
    const publisher = await messaging.publisher('patient');
    let isDown = true;
    let tries = 0;
    const values: number[] = [];
    const { consumer, parked } = await messaging.consumer(
      'patient_consumer',
      async (_unit, event) => {
        tries++;
        if (isDown) throw new Fault('unavailable', 'Auth is unavailable.');
        values.push(valueOf(event));
      },
      { from: 'patient', parkBackoffMs: [] },
    );
    publisher.relay.start();
    void consumer.assign(partitionNumbers);
    for (let n = 0; n < 5; n++) await publisher.change(`sto_${n}`);
    await until(() => tries >= 20, 'four attempts of each');
    expect(await listOf(parked)).toEqual([]);
    isDown = false;
    await until(() => values.length === 5, 'all handled');
    expect(await listOf(parked)).toEqual([]);
  });

  test('an unavailable database pauses the consumer instead of causing redeliveries of every event', async () => {
    const publisher = await messaging.publisher('paused');
    const values: number[] = [];
    const { consumer, parked, database } = await messaging.consumer(
      'paused_consumer',
      async (_unit, event) => void values.push(valueOf(event)),
      { from: 'paused', parkBackoffMs: [] },
    );
    const name = new URL(database.url).pathname.slice(1);
    const { pool } = publisher.db;
    publisher.relay.start();
    void consumer.assign(partitionNumbers);
    await publisher.change('sto_a');
    // Committed and acknowledged; otherwise the end of its connection rolls it back, and it is handled again.
    const isIdle = async () => values.length === 1 && (await consumer.pending()) === 0;
    await until(isIdle, 'the first');
    await pool.query(`alter database ${name} allow_connections false`);
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    for (let n = 0; n < 50; n++) await publisher.change('sto_a');
    const pings = vi.spyOn(database.db, 'ping');
    await until(() => pings.mock.calls.length >= 8, 'a pause of several seconds');
    const manager = await publisher.connection.manager();
    for (const partition of partitionNumbers) {
      const info = await manager.consumers.info('commerce-paused', consumerOf('paused_consumer', partition));
      expect(info.num_redelivered).toBeLessThan(10);
    }
    await pool.query(`alter database ${name} allow_connections true`);
    // Messages in flight when the subscription closed are redelivered after the acknowledgement timeout of 30 s.
    await until(() => values.length === 51, 'all of them');
    expect(await listOf(parked)).toEqual([]);
  });
});
