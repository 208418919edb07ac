import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { statements } from '../src/db/statement.ts';
import { MAX_EVENTS } from '../src/events/messages.ts';
import { MAX_EVENT_BYTES, Nats } from '../src/events/nats.ts';
import { partitionNumbers } from '../src/events/partitions.ts';
import { Relay } from '../src/events/relay.ts';
import { createLogger } from '../src/logger.ts';
import { registry } from '../src/metrics.ts';
import { explainAnalyze, planNodes } from '../src/testing/explain.ts';
import { until } from '../src/testing/until.ts';
import { contextAt, TestMessaging } from './support/messaging.ts';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.stop());

const fallbacks = async () =>
  (await registry.getSingleMetric('outbox_batch_fallbacks_total')!.get()).values[0]?.value ?? 0;

/** Number of messages in the stream of a service. */
async function countOf(nats: Nats, service: string): Promise<number> {
  const manager = await nats.manager();
  return (await manager.streams.info(`commerce-${service}`)).state.messages;
}

test('the events of 250 stores are published without a refused batch', async () => {
  const publisher = await messaging.publisher('crowd');
  const before = await fallbacks();
  for (const _ of [1, 2])
    await Promise.all(Array.from({ length: 250 }, (_store, n) => publisher.change(`sto_${n}`)));
  publisher.relay.start();
  await until(async () => (await publisher.relay.lag()).waiting === 0, 'an empty outbox');
  expect(await countOf(publisher.connection, 'crowd')).toBe(250);
  expect(await fallbacks()).toBe(before);
});

test.each([
  ['few messages are published one by one', 'few', 15, 0],
  ['many messages of several stores are one batch', 'many', 16, 1],
])('%s', async (_what, service, stores, batches) => {
  const publishBatch = vi.spyOn(Nats.prototype, 'publishBatch');
  onTestFinished(() => publishBatch.mockRestore());
  const publisher = await messaging.publisher(service);
  for (let n = 0; n < 2 * stores; n++) await publisher.change(`sto_${n % stores}`);
  publisher.relay.start();
  await until(async () => (await publisher.relay.lag()).waiting === 0, 'an empty outbox');
  expect(await countOf(publisher.connection, service)).toBe(stores);
  expect(publishBatch).toHaveBeenCalledTimes(batches);
});

test('600 refused events of a store do not delay other stores and are published when NATS accepts them', async () => {
  const publisher = await messaging.publisher('partly');
  const { db, connection } = publisher;
  await db.pool.query(
    `insert into outbox (store_id, event_id, subject, message)
     select 'sto_bad', 'evt_' || n, 'commerce.elsewhere.counter.changed.sto_bad', 'x'::bytea from generate_series(1, 600) n`,
  );
  await publisher.change('sto_good');
  publisher.relay.start();
  await until(async () => (await countOf(connection, 'partly')) === 1, 'the good one');
  await until(() => publisher.relay.failingStores === 1, 'the failing store');
  for (let n = 0; n < 3; n++) await publisher.change('sto_good');
  await until(async () => (await publisher.relay.lag()).waiting === 600, 'the refused ones alone to wait');
  expect(await countOf(connection, 'partly')).toBeGreaterThan(1);
  expect((await publisher.relay.lag()).lagS).toBeGreaterThan(0);

  const manager = await connection.manager();
  await manager.streams.add({ name: 'elsewhere', subjects: ['commerce.elsewhere.>'], allow_atomic: true });
  await until(async () => (await publisher.relay.lag()).waiting === 0, 'an empty outbox');
  // They are read 500 at a time.
  const messages = Math.ceil(500 / MAX_EVENTS) + Math.ceil(100 / MAX_EVENTS);
  expect((await manager.streams.info('elsewhere')).state.messages).toBe(messages);
  expect(publisher.relay.failingStores).toBe(0);
});

test('a store whose partition is given away while it begins to fail is forgotten', async () => {
  const { db } = await messaging.publisher('leaving');
  await db.pool.query(
    `insert into outbox (store_id, event_id, subject, message)
     values ('sto_bad', 'evt_bad', 'commerce.nowhere.counter.changed.sto_bad', 'x'::bytea)`,
  );
  const nats = await messaging.connect('leaving');
  const relay = new Relay({
    service: 'leaving',
    db,
    connect: async () => nats,
    logger: createLogger('test', 'silent'),
  });
  await relay.assign(partitionNumbers);
  vi.spyOn(nats.jetStream, 'publish').mockImplementationOnce(() => {
    void relay.assign([]);
    return Promise.reject(new Error('refused'));
  });
  relay.start();
  await until(() => relay.failingStores === 1, 'the failing store');
  await until(() => relay.failingStores === 0, 'its end');
  await relay.stop();
});

test('a row that is too large for NATS delays only the later events of its store', async () => {
  const publisher = await messaging.publisher('large');
  const { db, connection } = publisher;
  await publisher.change('sto_large');
  await db.pool.query(
    `insert into outbox (store_id, event_id, subject, message)
     values ('sto_large', 'evt_large', 'commerce.large.counter.changed.sto_large', decode(repeat('00', 1100000), 'hex'))`,
  );
  await publisher.change('sto_large');
  await publisher.change('sto_other');
  publisher.relay.start();
  await until(
    async () => (await countOf(connection, 'large')) === 2,
    'the event before it and that of the other store',
  );
  await publisher.change('sto_other');
  await until(async () => (await countOf(connection, 'large')) === 3, 'the next of the other store');
  await until(async () => (await publisher.relay.lag()).waiting === 2, 'the two that wait');
});

test('an event above the size limit is refused when it is written, and one at the limit is published', async () => {
  const publisher = await messaging.publisher('bounded');
  const write = (size: number) =>
    publisher.writer.change(contextAt('sto_a'), async (unit) =>
      unit.emit({ type: 'counter.changed', subjectId: 'a', payload: Buffer.alloc(size) }),
    );
  await expect(write(MAX_EVENT_BYTES)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringMatching(/event counter\.changed has 1000\d\d\d bytes, at most 1000000/),
  });
  await write(MAX_EVENT_BYTES - 200);
  publisher.relay.start();
  await until(async () => (await countOf(publisher.connection, 'bounded')) === 1, 'the largest one');
  await until(async () => (await publisher.relay.lag()).waiting === 0, 'an empty outbox');
});

test('the number of waiting events is counted up to an upper bound', async () => {
  const { db, relay } = await messaging.publisher('counted');
  await db.pool.query(
    `insert into outbox (store_id, event_id, subject, message)
     select 'sto_a', 'evt_' || n, 'commerce.counted.counter.changed.sto_a', 'x'::bytea from generate_series(1, 12000) n`,
  );
  expect(await relay.lag()).toMatchObject({ waiting: 10_000 });
});

test('the outbox is read in the order of its index although it was empty at the last analysis', async () => {
  const { db } = await messaging.publisher('bloated');
  // Vacuum cuts the end of a table off, but not that of an index.
  await db.pool.query(
    `insert into outbox (store_id, event_id, subject, message)
     select 'sto_a', 'evt_' || n, 'x', 'x'::bytea from generate_series(1, 5000) n`,
  );
  await db.pool.query('delete from outbox');
  await db.pool.query('vacuum analyze outbox');
  const next = [...statements].find(({ name }) => name === 'outbox-list-next')!;
  const client = await db.pool.connect();
  const plan = await explainAnalyze(client, next, 'force_generic_plan', ['{0,1,2,3}', '{}']);
  client.release();
  expect(planNodes(plan).map((node) => node['Index Name'] ?? node['Node Type'])).toEqual([
    'Limit',
    'outbox_in_order',
  ]);
});
