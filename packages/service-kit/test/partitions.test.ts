import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { partitionNumbers, PartitionShare, type PartitionedWork } from '../src/events/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { migrations } from './fixture/counters.ts';
import { until } from '../src/testing/until.ts';
import { TestMessaging } from './support/messaging.ts';
import { startRelay } from './support/relay.ts';

const logger = pino({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migrations);
});
afterAll(() => database.drop());

interface MemberOptions {
  databaseUrl?: string;
  leaseMs?: number;
  /** Delays the end of work. */
  beforeEnd?: () => Promise<void>;
}

/** A process that records the partitions it works on. */
function newMember({ databaseUrl = database.url, leaseMs, beforeEnd }: MemberOptions = {}) {
  const member = {
    held: [] as readonly number[],
    /** Number of times that it lost all partitions. */
    losses: 0,
    share: new PartitionShare({ databaseUrl, logger, balanceMs: 50, ...(leaseMs && { leaseMs }) }),
  };
  const work: PartitionedWork = {
    async assign(partitions) {
      const isLess = member.held.some((partition) => !partitions.includes(partition));
      if (isLess) await beforeEnd?.();
      if (isLess && partitions.length === 0) member.losses++;
      member.held = partitions;
    },
  };
  member.share.add(work);
  member.share.start();
  return member;
}

type Member = ReturnType<typeof newMember>;
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b).join();
const heldBy = (members: Member[]) => members.flatMap(({ held }) => held);
/** Reports whether members have all partitions, each as many as given. */
const areShared = (members: Member[], sizes: number[]) =>
  sorted(heldBy(members)) === partitionNumbers.join() &&
  sorted(members.map(({ held }) => held.length)) === sorted(sizes);

test('processes that come and go divide the partitions evenly, and no two work on the same one', async () => {
  const overlaps: number[][] = [];
  const members: Member[] = [];
  const watch = setInterval(() => {
    const held = heldBy(members);
    if (new Set(held).size < held.length) overlaps.push([...held]);
  }, 1);
  try {
    members.push(newMember());
    await until(() => areShared(members, [4]), 'one process with all');
    members.push(newMember());
    await until(() => areShared(members, [2, 2]), 'two processes');
    members.push(newMember(), newMember());
    await until(() => areShared(members, [1, 1, 1, 1]), 'four processes');
    members.push(newMember());
    await until(() => areShared(members, [0, 1, 1, 1, 1]), 'a fifth that stands by');
    for (const { share } of members.splice(0, 3)) await share.stop();
    await until(() => areShared(members, [2, 2]), 'the partitions of those that ended');
    expect(overlaps).toEqual([]);
  } finally {
    clearInterval(watch);
    for (const { share } of members) await share.stop();
  }
});

test('a partition is released only when its work has ended, however long that takes', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const slow = newMember({ leaseMs: 2_000, beforeEnd: () => ended });
  await until(() => slow.held.length === 4, 'all partitions');
  const next = newMember();
  const { rows } = await database.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
  // Longer than the lease, during which the session of the first is kept.
  await until(async () => {
    const { rows: later } = await database.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
    return later[0]!.now.getTime() > rows[0]!.now.getTime() + 3_000;
  }, 'longer than the lease');
  expect(next.held).toEqual([]);
  end();
  await until(() => areShared([slow, next], [2, 2]), 'an even share');
  await slow.share.stop();
  await next.share.stop();
});

test('a process whose session is lost gives up its partitions and joins again', async () => {
  const first = newMember();
  const second = newMember();
  try {
    await until(() => areShared([first, second], [2, 2]), 'an even share');
    await database.db.pool.query(
      `select pg_terminate_backend(min(pid)) from pg_locks where locktype = 'advisory' and classid = 7401883
         and database = (select oid from pg_database where datname = current_database())`,
    );
    await until(() => first.losses + second.losses > 0, 'the loss');
    await until(() => areShared([first, second], [2, 2]), 'an even share again');
  } finally {
    await first.share.stop();
    await second.share.stop();
  }
});

test('a process that is cut off from the database loses its partitions to the others, and joins again', async () => {
  const link = await startRelay(database.url);
  const cutOff = newMember({ databaseUrl: link.url, leaseMs: 500 });
  const other = newMember({ leaseMs: 500 });
  try {
    await until(() => areShared([cutOff, other], [2, 2]), 'an even share');
    link.lose();
    await until(() => areShared([cutOff, other], [0, 4]), 'all at the other');
    link.restore();
    await until(() => areShared([cutOff, other], [2, 2]), 'an even share again');
  } finally {
    await cutOff.share.stop();
    await other.share.stop();
    link.close();
  }
});

test('a consumer that is stopped while it opens leaves its events to the next one', async () => {
  const messaging = await TestMessaging.start();
  try {
    const publisher = await messaging.publisher('opened');
    publisher.relay.start();
    for (let n = 0; n < 20; n++) await publisher.change(`sto_${n}`);
    await until(async () => (await publisher.relay.lag()).waiting === 0, 'an empty outbox');
    const consuming = await messaging.database();
    let handled = 0;
    const newConsumer = () =>
      messaging.consumer('opener', async () => void handled++, { from: 'opened', database: consuming });
    for (let waitMs = 0; waitMs <= 40; waitMs += 4) {
      const { consumer } = await newConsumer();
      void consumer.assign(partitionNumbers);
      await sleep(waitMs);
      await consumer.stop();
    }
    const { consumer } = await newConsumer();
    void consumer.assign(partitionNumbers);
    // Sooner than messages that were sent in vain would be delivered again.
    await until(() => handled === 20, 'all events', 15_000);
  } finally {
    await messaging.stop();
  }
});

test('the events of a store are handled by one of two processes, in their order while processes come and go', async () => {
  const messaging = await TestMessaging.start();
  try {
    const publisher = await messaging.publisher('shared');
    publisher.relay.start();
    const consuming = await messaging.database();
    const handled: { process: number; store: string; value: number }[] = [];
    const startProcess = async (process: number) => {
      const { consumer } = await messaging.consumer(
        'sharer',
        async (_unit, event) =>
          void handled.push({ process, store: event.storeId, value: Number(event.payload.toString()) }),
        { from: 'shared', database: consuming },
      );
      const share = new PartitionShare({ databaseUrl: consuming.url, logger, balanceMs: 50 });
      share.add(consumer);
      share.start();
      return share;
    };
    const stores = Array.from({ length: 12 }, (_, n) => `sto_${n}`);
    let changes = 0;
    const changeAll = async (times: number) => {
      for (let n = 0; n < times; n++) await Promise.all(stores.map(publisher.change));
      changes += times;
    };
    const first = await startProcess(1);
    await changeAll(5);
    const second = await startProcess(2);
    // On a busy machine, the first may handle many before the second has its share.
    await until(async () => {
      await changeAll(1);
      return handled.some(({ process }) => process === 2);
    }, 'events handled by the second');
    await changeAll(5);
    await first.stop();
    await changeAll(5);
    await until(() => handled.length >= changes * stores.length, 'all events');
    for (const store of stores) {
      const values = handled.filter((event) => event.store === store).map(({ value }) => value);
      expect(values).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
    }
    await second.stop();
  } finally {
    await messaging.stop();
  }
});
