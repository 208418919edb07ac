import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partitionNumbers } from '../src/events/partitions.ts';
import { until } from '../src/testing/until.ts';
import { TestMessaging } from './support/messaging.ts';

const STORES = 40;

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.stop());

test('while many stores have events, handlers leave connections to calls', async () => {
  const publisher = await messaging.publisher('crowded');
  let running = 0;
  let most = 0;
  let handled = 0;
  const { consumer, database } = await messaging.consumer(
    'listener',
    async () => {
      most = Math.max(most, ++running);
      await sleep(5);
      running -= 1;
      handled += 1;
    },
    { from: 'crowded' },
  );
  publisher.relay.start();
  await Promise.all(Array.from({ length: STORES }, (_, n) => publisher.change(`sto_${n}`)));
  void consumer.assign(partitionNumbers);
  await until(() => handled === STORES, 'all events to be handled');
  expect(most).toBe(database.db.pool.options.max - 2);
});
