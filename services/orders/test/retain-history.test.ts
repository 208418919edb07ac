import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListBuyerOrdersResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { retainHistoryJob } from '@commerce/service-kit/jobs/history.ts';
import { TestPool, waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import { idStartAt, newId } from '@commerce/service-kit/ids.ts';
import { CUSTOMER, NewOrders } from './support/new-orders.ts';
import { contextOf } from './support/service.ts';
import { historyPartitions } from '../src/store/order-event.ts';

const DAY_MS = 24 * 3600 * 1000;
const SECRET = 'leave it at the door';
let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
beforeEach(async () => {
  await orders.reset();
  await orders.query('truncate erased_buyer');
});
afterAll(() => orders.close());

/** The time of each test's order: an archived month is not created again. */
let createdMs = Date.UTC(2026, 0, 15);
beforeEach(() => void (createdMs += 400 * DAY_MS));

/** Runs the job a number of days after the order was created. */
const retainAfter = (
  days: number,
  kept: { HISTORY_MONTHS: number; EXPIRED_HISTORY: 'archive' | 'drop' },
  db = orders.db,
) => retainHistoryJob(historyPartitions(db), { now: () => createdMs + days * DAY_MS }, kept).run();
const ALL = { HISTORY_MONTHS: 0, EXPIRED_HISTORY: 'archive' } as const;
const ARCHIVE = { HISTORY_MONTHS: 1, EXPIRED_HISTORY: 'archive' } as const;

const entries = async (table: string): Promise<number> =>
  Number((await orders.query(`select count(*) as n from ${table}`))[0]!['n']);
/** An order whose history has a note, in the partition of this month. */
async function notedOrder(): Promise<string> {
  await retainAfter(0, ALL);
  const id = idStartAt('ord', createdMs) + newId('ord').slice(-16);
  await orders.create({ orderId: id });
  await note(id, SECRET);
  expect(await entries('order_event_rest')).toBe(0);
  return id;
}
const note = (id: string, text: string) =>
  orders.service.handlers.addOrderNote(contextOf('sto_a', text), { id, text });
const history = async (id: string): Promise<unknown[]> =>
  (
    (await orders.service.handlers.getOrderHistory(contextOf('sto_a'), {
      id,
      limit: 50,
      pageToken: Buffer.alloc(0),
    })) as { entries: { notes?: string }[] }
  ).entries.map(({ notes }) => notes);
const ofBuyer = async (): Promise<(string | undefined)[]> => {
  const request = { customerId: CUSTOMER, pageToken: Buffer.alloc(0) };
  const found = await orders.service.handlers.listBuyerOrders(contextOf('sto_a'), request);
  return (found as ListBuyerOrdersResponse).orders.flatMap((order) =>
    order.history.map(({ notes }) => notes),
  );
};

test('an archived history is out of the page of its order, but in the data of its buyer', async () => {
  const id = await notedOrder();
  expect(await history(id)).toEqual([undefined, SECRET]);
  await retainAfter(20, ARCHIVE);
  expect(await history(id)).toEqual([undefined, SECRET]);
  await retainAfter(70, ARCHIVE);
  expect(await entries('archive.order_event')).toBe(2);
  expect(await history(id)).toEqual([]);
  orders.nowMs += 70 * DAY_MS;
  await note(id, 'later');
  expect(await history(id)).toEqual(['later']);
  expect(await ofBuyer()).toEqual([undefined, SECRET, 'later']);
  await retainAfter(200, ARCHIVE);
  expect(await history(id)).toEqual(['later']);
});

test('an erasure clears the notes of an archived history', async () => {
  const id = await notedOrder();
  await orders.service.handlers.setOrderStatus(contextOf('sto_a', 'end'), { id, status: 'delivered' });
  await retainAfter(70, ARCHIVE);
  await orders.service.handlers.eraseBuyer(contextOf('sto_a'), {
    customerId: CUSTOMER,
    openOrdersRecorded: true,
  });
  expect(await orders.query('select kind, notes from archive.order_event order by position')).toEqual([
    { kind: 'created', notes: null },
    { kind: 'note', notes: null },
    { kind: 'status', notes: null },
  ]);
});

test('a month is archived without reading its entries or their orders', async () => {
  await notedOrder();
  // A single connection, so that its statistics can be flushed.
  const db = new TestPool(orders.url, 1);
  const month = `order_event_${new Date(createdMs).toISOString().slice(0, 7).replace('-', '_')}`;
  const scans = async (): Promise<unknown[]> => {
    await db.pool.query('select pg_stat_force_next_flush()');
    const found = await db.pool.query(
      `select relname, seq_scan, idx_scan from pg_stat_user_tables where relname in ('order', $1) order by 1`,
      [month],
    );
    return found.rows;
  };
  const before = await scans();
  await retainAfter(70, ARCHIVE, db);
  expect([before.length, await scans()]).toEqual([2, before]);
  await db.close();
  expect(await entries('archive.order_event')).toBe(2);
});

test('a change of an order that began before the move of a month does not wait for it', async () => {
  const id = await notedOrder();
  await retainAfter(70, ALL);
  const client = await orders.db.pool.connect();
  let archived: Promise<void> | undefined;
  try {
    await client.query(`begin; set local lock_timeout = '50ms'`);
    await client.query('update "order" set version = version + 1 where id = $1', [id]);
    archived = retainAfter(70, ARCHIVE);
    await waitingForLocks(orders.db, 1);
    await client.query(
      `insert into order_event (store_id, order_id, position, kind, actor_kind, actor_id, at)
        values ('sto_a', $1, 3, 'note', 'system', '', now())`,
      [id],
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
  await archived;
  expect(await entries('archive.order_event')).toBe(3);
});

test('an archived history goes with its order', async () => {
  const id = await notedOrder();
  await retainAfter(70, ARCHIVE);
  await orders.query(`delete from "order" where id = '${id}'`);
  expect(await entries('archive.order_event')).toBe(0);
});

test('an expired history is dropped where it is not archived', async () => {
  const id = await notedOrder();
  await retainAfter(70, { HISTORY_MONTHS: 1, EXPIRED_HISTORY: 'drop' });
  expect(await history(id)).toEqual([]);
  expect(await entries('archive.order_event')).toBe(0);
});
