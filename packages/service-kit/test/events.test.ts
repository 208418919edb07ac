import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { systemClock } from '../src/clock.ts';
import { Consumer, handlerTurns } from '../src/events/consumer.ts';
import { inParallel } from '../src/events/in-parallel.ts';
import { messagesOf, type OutboxRow } from '../src/events/messages.ts';
import type { Nats } from '../src/events/nats.ts';
import { ParkedEvents } from '../src/events/parked-events.ts';
import { partitionNumbers, PartitionShare } from '../src/events/partitions.ts';
import { consumerOf } from '../src/events/permissions.ts';
import { OUTBOX_CHANNEL, Relay } from '../src/events/relay.ts';
import type { BatchSubscription, EventHandler } from '../src/events/subscription.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { longTest } from '../src/testing/level.ts';
import { connectTo, startTestNats, type TestNats } from '../src/testing/nats.ts';
import { Writer } from '../src/write/writer.ts';
import { add, contextOf, migrations } from './fixture/counters.ts';
import { until } from '../src/testing/until.ts';

const logger = pino({ level: 'silent' });
let nats: TestNats;
let publisher: TestDatabase;
const databases: TestDatabase[] = [];
const open: { stop(): Promise<void> }[] = [];
const connections: Nats[] = [];

beforeAll(async () => {
  nats = await startTestNats();
  publisher = await createTestDatabase(migrations);
});
afterAll(async () => {
  for (const part of open.toReversed()) await part.stop();
  for (const connection of connections) await connection.close();
  await publisher.drop();
  for (const listener of databases) await listener.drop();
  await nats.drop();
});

const connect = async () => {
  const connection = await connectTo(nats);
  connections.push(connection);
  return connection;
};

const contextAt = (store: string) => contextOf(undefined, '', 'ins_a', store);

/** A process of the publishing service. */
function newPublisher(database = publisher, pollMs?: number) {
  const relay = new Relay({
    service: 'counters',
    db: database.db,
    connect,
    logger,
    ...(pollMs && { pollMs }),
  });
  const share = new PartitionShare({ databaseUrl: database.url, logger });
  share.add(relay);
  share.listen(OUTBOX_CHANNEL, relay.look);
  share.start();
  const writer = new Writer({
    service: 'counters',
    db: database.db,
    clock: systemClock,
    wakeRelay: relay.wake,
  });
  relay.start();
  open.push(share, relay);
  return {
    relay,
    share,
    change: (store: string) => writer.change(contextAt(store), (unit) => add(unit, contextAt(store), 1)),
  };
}

const depsOf = ({ db }: TestDatabase, writer: Writer) => ({
  db,
  writer,
  parked: new ParkedEvents({ db, writer, clock: systemClock }),
  connect,
  turns: handlerTurns(db.pool.options.max),
  logger,
});

const consumed: { store: string; value: number }[] = [];
/** The database of a consuming service, new unless one is passed, with its writer. */
async function newListener(service: string, database?: TestDatabase) {
  const listener = database ?? (await createTestDatabase(migrations));
  if (!database) databases.push(listener);
  const writer = new Writer({ service, db: listener.db, clock: systemClock, wakeRelay: () => undefined });
  return { listener, writer };
}

/** A consuming service, with its own database unless one is passed. */
async function newConsumer(service: string, handler: EventHandler, database?: TestDatabase) {
  const { listener, writer } = await newListener(service, database);
  const consumer = new Consumer(
    { ...depsOf(listener, writer), service },
    { service: 'counters', handlers: { 'counter.changed': handler } },
  );
  void consumer.assign(partitionNumbers);
  open.push(consumer);
  return { consumer, listener };
}

const valueOf = (event: { payload: Uint8Array }) => Number(Buffer.from(event.payload).toString());
const valuesOf = (store: string) =>
  consumed.filter((event) => event.store === store).map(({ value }) => value);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('event delivery', () => {
  test('every event takes effect once and in the order of its store across a NATS restart', async () => {
    const { change, relay } = newPublisher();
    const second = newPublisher();
    await newConsumer('listener', async (_unit, event) => {
      consumed.push({ store: event.storeId, value: Number(event.payload.toString()) });
    });
    for (let n = 0; n < 50; n++) await Promise.all(['sto_1', 'sto_2', 'sto_3'].map(change));
    await until(() => consumed.length >= 150, 'the first 150');
    await nats.stop();
    for (let n = 0; n < 50; n++) await Promise.all(['sto_1', 'sto_2'].map(second.change));
    expect((await relay.lag()).waiting).toBeGreaterThan(0);
    await nats.start();
    for (let n = 0; n < 20; n++) await change('sto_3');
    await until(() => consumed.length >= 270, 'all 270');
    await until(async () => (await relay.lag()).waiting === 0, 'the outbox to be empty');
    expect(valuesOf('sto_1')).toEqual(upTo(100));
    expect(valuesOf('sto_2')).toEqual(upTo(100));
    expect(valuesOf('sto_3')).toEqual(upTo(70));
  });

  longTest('existing consumers receive new events after NATS has lost its data', async () => {
    const { change } = newPublisher();
    const values: number[] = [];
    await newConsumer('survivor', async (_unit, event) => {
      if (event.storeId === 'sto_kept') values.push(valueOf(event));
    });
    await change('sto_kept');
    await until(() => values.length === 1, 'the first');
    await nats.wipe();
    await change('sto_kept');
    await until(() => values.includes(2), 'the second');
    expect(values).toEqual([1, 2]);
  });

  test('events are published without waiting for a poll, also those of partitions that another process has', async () => {
    const database = await createTestDatabase(migrations);
    databases.push(database);
    const publishers = [1, 2].map(() => newPublisher(database, 3600_000));
    for (let n = 1; n <= 30; n++) {
      await publishers[n % 2]!.change('sto_fast');
      await until(() => valuesOf('sto_fast').length === n, `event ${n}`);
    }
  });

  test('an event whose handler fails is redelivered and takes effect once', async () => {
    const { change } = newPublisher();
    let failures = 2;
    let effects = 0;
    const { listener } = await newConsumer('listener_2', async (unit, event) => {
      if (event.storeId !== 'sto_again') return;
      await add(unit, contextAt('sto_again'), 1);
      if (failures-- > 0) throw new Error('not yet');
      effects++;
    });
    await change('sto_again');
    await until(() => effects === 1, 'the effect');
    const values = async () =>
      (await listener.db.pool.query("select value from counter where store_id = 'sto_again'")).rows;
    await until(async () => (await values()).length > 0, 'its commit');
    expect(await values()).toEqual([{ value: 1 }]);
  });

  test('waiting events of a store are handled in batches, each once, and a failing event does not block the others', async () => {
    const { change } = newPublisher();
    const together: number[] = [];
    const handledValues: number[] = [];
    let broken = true;
    const { listener, writer } = await newListener('l');
    let committed = 0;
    const consumer = new Consumer(
      { ...depsOf(listener, writer), service: 'listener_4' },
      {
        service: 'counters',
        types: ['counter.changed'],
        prepare: async (events) => void together.push(events.length),
        async handle(_unit, events) {
          const own = events.filter(({ storeId }) => storeId === 'sto_batch');
          if (own.length === 0) return;
          if (broken && own.some((event) => valueOf(event) === 7)) throw new Error('not yet');
          handledValues.push(...own.map(valueOf));
        },
        committed: () => void committed++,
      },
    );
    await Promise.all(Array.from({ length: 40 }, () => change('sto_batch')));
    void consumer.assign(partitionNumbers);
    open.push(consumer);
    await until(() => handledValues.length >= 39, 'all but one');
    expect(handledValues).not.toContain(7);
    broken = false;
    await until(() => handledValues.length === 40, 'the last');
    expect(handledValues.toSorted((a, b) => a - b)).toEqual(upTo(40));
    expect(Math.max(...together)).toBeGreaterThan(1);
    await until(() => committed > 0, 'the commit');
  });

  test('a batch that is settled by a statement is not handled in a transaction', async () => {
    const { change } = newPublisher();
    const { listener, writer } = await newListener('l');
    const [settled, handled] = [new Set<string>(), new Set<string>()];
    const subscription: BatchSubscription = {
      service: 'counters',
      types: ['counter.changed'],
      prepare: async () => undefined,
      settle: async ([event]) => event!.storeId === 'sto_settled' && settled.add(event!.storeId).size > 0,
      handle: async (_unit, [event]) => void handled.add(event!.storeId),
    };
    const consumer = new Consumer({ ...depsOf(listener, writer), service: 'settling' }, subscription);
    for (const store of ['sto_settled', 'sto_unsettled']) await change(store);
    void consumer.assign(partitionNumbers);
    open.push(consumer);
    await until(() => handled.has('sto_unsettled') && settled.size > 0, 'both');
    expect(handled).not.toContain('sto_settled');
  });

  longTest(
    'the events of a busy store gather in batches, and those of many stores do not wait for each other',
    async () => {
      const { change } = newPublisher();
      const { listener, writer } = await newListener('l');
      const handledOf = new Map<string, number>();
      let batches = 0;
      const consumer = new Consumer(
        { ...depsOf(listener, writer), service: 'listener_busy' },
        {
          service: 'counters',
          types: ['counter.changed'],
          prepare: async () => undefined,
          async handle(_unit, events) {
            for (const { storeId } of events) handledOf.set(storeId, (handledOf.get(storeId) ?? 0) + 1);
            if (events.some(({ storeId }) => storeId === 'sto_busy')) batches++;
          },
        },
      );
      void consumer.assign(partitionNumbers);
      const startedAt = Date.now();
      for (let n = 0; n < 60; n++) await change('sto_busy');
      await until(() => handledOf.get('sto_busy') === 60, 'the events of the busy store');
      expect(batches).toBeLessThanOrEqual((Date.now() - startedAt) / 100 + 1);
      const stores = Array.from({ length: 400 }, (_, n) => `sto_many_${n}`);
      await inParallel(stores, 8, async (store) => {
        await change(store);
        await change(store);
      });
      await until(() => stores.every((store) => handledOf.get(store) === 2), 'the events of all stores');
      await consumer.stop();
    },
  );

  test('a stream that is consumed again from its beginning has no effect twice', async () => {
    const { change } = newPublisher();
    const effects: string[] = [];
    const handler: EventHandler = async (_unit, { storeId, id }) => void effects.push(`${storeId} ${id}`);
    const ofStore = () => new Set(effects.filter((effect) => effect.startsWith('sto_twice')));
    const { consumer, listener } = await newConsumer('listener_3', handler);
    await change('sto_twice');
    await until(() => ofStore().size === 1, 'the effect');
    await consumer.stop();
    // Simulates lost acknowledgements.
    const { consumers } = await (await connect()).manager();
    for (const partition of partitionNumbers)
      await consumers.delete('commerce-counters', consumerOf('listener_3', partition));
    await newConsumer('listener_3', handler, listener);
    await change('sto_twice');
    await until(() => ofStore().size === 2, 'the next effect, after those of its partition');
    expect(effects.toSorted()).toEqual([...new Set(effects)].toSorted());
  });

  test('a batch with events that are already in the stream is published completely, in order and once', async () => {
    const connection = await connect();
    await connection.ensureStream('counters');
    // A database that no relay publishes yet.
    const unpublished = await createTestDatabase(migrations);
    databases.push(unpublished);
    const { change, relay, share } = newPublisher(unpublished);
    await relay.stop();
    await share.stop();
    for (let n = 0; n < 5; n++) await change('sto_lost');
    const { rows } = await unpublished.db.pool.query<OutboxRow>('select * from outbox order by id');
    // Simulates a lost acknowledgement of the first two.
    for (const { id, subject, message } of messagesOf(rows.slice(0, 2)))
      await connection.jetStream.publish(subject, message, { msgID: id });
    newPublisher(unpublished);
    await until(() => valuesOf('sto_lost').length === 5, 'all five');
    await change('sto_lost');
    await until(() => valuesOf('sto_lost').includes(6), 'a later one');
    expect(valuesOf('sto_lost')).toEqual(upTo(6));
  });
});
