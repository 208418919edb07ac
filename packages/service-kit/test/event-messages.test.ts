import { afterAll, beforeAll, expect, test } from 'vitest';
import { partitionNumbers } from '../src/events/partitions.ts';
import { until } from '../src/testing/until.ts';
import { listOf, TestMessaging, valueOf } from './support/messaging.ts';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.stop());

test('events of one message fail alone: the others take effect once, and each that fails is parked', async () => {
  const publisher = await messaging.publisher('mixed');
  const handled: number[] = [];
  const { consumer, parked } = await messaging.consumer(
    'mixed_consumer',
    async (_unit, event) => {
      if (valueOf(event) === 3) throw new TypeError('odd variant');
      handled.push(valueOf(event));
    },
    { from: 'mixed', parkBackoffMs: [10, 10] },
  );
  for (let n = 0; n < 5; n++) await publisher.change('sto_a');
  const { rows } = await publisher.db.pool.query<{ id: string }>(
    "update outbox set message = case when event_id = (select max(event_id) from outbox) then '\\xff' else message end returning event_id as id",
  );
  publisher.relay.start();
  void consumer.assign(partitionNumbers);
  await until(async () => (await listOf(parked)).length === 2, 'both parked');
  await until(async () => (await consumer.pending()) === 0, 'the message acknowledged');
  expect(handled).toEqual([1, 2, 4]);
  const ids = rows.map(({ id }) => id).toSorted();
  const failures = (await listOf(parked)).map(({ eventId, attempts }) => ({ eventId, attempts }));
  expect(failures).toContainEqual({ eventId: ids[2], attempts: 3 });
  expect(failures).toContainEqual({ eventId: `${ids.join(',')}:4`, attempts: 1 });
  const manager = await publisher.connection.manager();
  expect((await manager.streams.info('commerce-mixed')).state.messages).toBe(1);
});
