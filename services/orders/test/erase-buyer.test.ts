import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  SetOrderTrackingResponse,
  type ListBuyerOrdersResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { HistoryEntryKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { CUSTOMER, NewOrders } from './support/new-orders.ts';
import { fullOrder, idOf, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, serviceOn, drainEvents } from './support/service.ts';

const BUYER = idOf('cus', 1);
const OTHER = idOf('cus', 2);
const SECRETS = ['Gómez', 'ana@example.com', '5555-0001', 'Corrientes', 'leave it at the door'];
const { shipping } = fullOrder('sto_a', 1).order;
const customer = { ...fullOrder('sto_a', 1).order.customer!, id: BUYER };
const NO_RECIPIENT = { recipientName: '', recipientPhone: '', recipientDocument: '', address: undefined };

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  others = await startClients();
  service = serviceOn(database.db, others.clients, { now: () => T0 });
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.pool.query('truncate "order" cascade');
  await database.db.pool.query('truncate erased_buyer, idempotency_record, outbox');
  for (const store of ['sto_a', 'sto_b'])
    await orderInsertMany(database.db, store, [
      orderRecord(store, 1, { customer, shipping, status: 'delivered' }),
      orderRecord(store, 2, { customer, shipping, status: 'shipped' }),
      orderRecord(store, 3, { customer, status: 'cancelled' }),
      orderRecord(store, 4, { customer: { ...customer, id: OTHER }, shipping, status: 'delivered' }),
    ]);
});

const erase = (customerId = BUYER, openOrdersRecorded = true, ctx = contextOf('sto_a')) =>
  service.handlers.eraseBuyer(ctx, { customerId, openOrdersRecorded });
const list = (customerId: string) =>
  service.handlers.listBuyerOrders(contextOf('sto_a'), { customerId, pageToken: Buffer.alloc(0) });
const order = (n: number, store = 'sto_a') => service.order(store, orderId(n));
const track = (n: number, key: string) =>
  service.handlers.setOrderTracking(contextOf('sto_a', key), {
    id: orderId(n),
    trackingNumber: 'T1',
    trackingUrl: undefined,
  });
const move = (n: number, status: string, notes?: string, key?: string) =>
  service.handlers.setOrderStatus(contextOf('sto_a', key), { id: orderId(n), status, notes });
/** All rows of the store as text, except those of some orders. */
async function everything(...but: number[]): Promise<string> {
  const ids = [4, ...but].map(orderId);
  const parts = [];
  for (const [table, id] of [
    ['"order"', 'id'],
    ['order_line', 'order_id'],
    ['order_event', 'order_id'],
    ['idempotency_record', 'key'],
    ['order_draft', 'order_id'],
  ] as const) {
    const { rows } = await database.db.pool.query(
      `select * from ${table} where store_id = 'sto_a' and ${id} <> all($1)`,
      [ids],
    );
    for (const row of rows)
      for (const value of Object.values(row as object))
        parts.push(Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value));
  }
  return parts.join('\n');
}

describe('an erased buyer', () => {
  test('an erasure removes the buyer from every order, and recipient, address and notes from ended orders only', async () => {
    await move(1, 'delivered', 'leave it at the door');
    await drainEvents(database.db);
    expect(await erase()).toEqual({ done: true, openOrders: [{ id: orderId(2), orderNumber: '1003' }] });
    expect(await order(1)).toMatchObject({ customer: undefined, shipping: { ...shipping, ...NO_RECIPIENT } });
    expect(await order(2)).toMatchObject({ customer: undefined, shipping, status: 'shipped' });
    expect(await order(3)).toMatchObject({ customer: undefined, shipping: undefined });
    const all = await everything(2);
    for (const secret of SECRETS) expect(all).not.toContain(secret);
    const events = await drainEvents(database.db);
    expect(events.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      { type: 'order.updated', id: orderId(1), payload: { changed: ['customer', 'shipping'] } },
      { type: 'order.updated', id: orderId(2), payload: { changed: ['customer'] } },
      { type: 'order.updated', id: orderId(3), payload: { changed: ['customer'] } },
    ]);
  });

  test('an erasure changes no order, and lists the open ones, until these are recorded', async () => {
    const open = { done: false, openOrders: [{ id: orderId(2), orderNumber: '1003' }] };
    for (let n = 0; n < 2; n++) expect(await erase(BUYER, false)).toEqual(open);
    for (const n of [1, 2, 3]) expect(await order(n)).toMatchObject({ customer });
    expect(await drainEvents(database.db)).toEqual([]);
  });

  test('an erasure that runs out of time lists the open orders, with and without their buyer', async () => {
    await erase();
    await orderInsertMany(database.db, 'sto_a', [orderRecord('sto_a', 5, { customer, shipping })]);
    const progress = await erase(BUYER, true, { ...contextOf('sto_a'), deadlineMs: deadlineIn(490) });
    const openOrders = [5, 2].map((n) => ({ id: orderId(n), orderNumber: String(1001 + n) }));
    expect(progress).toEqual({ done: false, openOrders });
  });

  test('the change that ends an open order removes an erased buyer from the order, its history and recorded answers', async () => {
    await erase();
    await track(2, 'tracked');
    expect(await order(2)).toMatchObject({ shipping: { recipientName: shipping!.recipientName } });
    await drainEvents(database.db);
    const ended = await move(2, 'delivered', 'leave it at the door', 'ending');
    expect(ended).toMatchObject({ order: { shipping: { ...NO_RECIPIENT, trackingNumber: 'T1' } } });
    const all = await everything();
    for (const secret of SECRETS) expect(all).not.toContain(secret);
    expect(await drainEvents(database.db)).toMatchObject([
      { id: orderId(2), payload: { changed: ['status', 'shipping'] } },
    ]);
    expect(await erase()).toEqual({ done: true, openOrders: [] });
  });

  test('a replay of an earlier write does not contain the erased buyer', async () => {
    const before = await track(2, 'before');
    expect(before).toMatchObject({ order: { customer: { name: customer.name } } });
    await erase();
    const replay: unknown = await track(2, 'before');
    if (!(replay instanceof StoredAnswer)) throw new Error('a replay was expected');
    expect(SetOrderTrackingResponse.decode(replay.message).order).toMatchObject({
      id: orderId(2),
      customer: undefined,
      shipping: { ...NO_RECIPIENT, trackingNumber: 'T1' },
    });
    for (const secret of SECRETS) expect(replay.message.toString()).not.toContain(secret);
  });

  test('an erasure affects neither other customers nor other stores, and a second one changes nothing', async () => {
    await erase();
    await drainEvents(database.db);
    const versions = await database.db.pool.query('select id, version from "order" order by store_id, id');
    await erase();
    expect(
      (await database.db.pool.query('select id, version from "order" order by store_id, id')).rows,
    ).toEqual(versions.rows);
    expect(await drainEvents(database.db)).toEqual([]);
    expect(await order(4)).toMatchObject({ customer: { name: customer.name }, shipping });
    for (const n of [1, 2, 3]) expect(await order(n, 'sto_b')).toMatchObject({ customer });
  });

  test('an erasure of an id that is not a customer id is refused', async () => {
    await expect(erase('no id')).rejects.toMatchObject({ details: [{ field: 'customer_id' }] });
  });
});

test('a list of the orders of a buyer has their histories, and no orders of others', async () => {
  await move(1, 'delivered', 'leave it at the door');
  const found = (await list(BUYER)) as ListBuyerOrdersResponse;
  expect(found.orders.map(({ order: one }) => one!.id).toSorted()).toEqual([1, 2, 3].map(orderId));
  const first = found.orders.find(({ order: one }) => one!.id === orderId(1))!;
  expect(first.order).toMatchObject({ customer, shipping });
  expect(first.history.map(({ kind, notes }) => [kind, notes])).toContainEqual([
    HistoryEntryKind.NOTE,
    'leave it at the door',
  ]);
  expect(first.history[0]).toMatchObject({
    kind: HistoryEntryKind.CREATED,
    from: undefined,
    to: 'delivered',
  });
  expect(await list(idOf('cus', 9))).toMatchObject({ orders: [], nextPageToken: Buffer.alloc(0) });
});

describe('a new order', () => {
  let orders: NewOrders;
  beforeAll(async () => void (orders = await NewOrders.start()));
  beforeEach(() => orders.reset());
  afterAll(() => orders.close());

  const eraseNow = (customerId: string) =>
    orders.service.handlers.eraseBuyer(contextOf('sto_a'), { customerId, openOrdersRecorded: false });

  test('an order is refused if its buyer is erased during its creation', async () => {
    orders.others.before.reserveStock = async () => {
      await eraseNow(CUSTOMER);
    };
    await expect(orders.create({})).rejects.toMatchObject({ details: [{ field: 'customer_id' }] });
    const { rows } = await orders.db.pool.query('select 1 from "order"');
    expect(rows).toEqual([]);
  });

  test('of orders that are committed together, one whose buyer was erased is refused, and the others are made', async () => {
    const erased = idOf('cus', 7);
    orders.others.customers.set(erased, { ...orders.others.customers.get(CUSTOMER)!, id: erased });
    let started = 0;
    const all = Promise.withResolvers<void>();
    orders.others.before.reserveStock = async () => {
      if (++started < 6) return all.promise;
      await eraseNow(erased);
      all.resolve();
    };
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        orders.create({ customerId: n === 3 ? erased : undefined }, `key-${n}`, String(n)),
      ),
    );
    expect(results[3]).toMatchObject({ reason: { details: [{ field: 'customer_id' }] } });
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const made = await orders.query('select order_number::int as number from "order" order by 1');
    expect(made.map(({ number }) => number as number)).toEqual([1001, 1002, 1003, 1004, 1005]);
    // The refused one leaves its draft, whose reservation expires.
    expect(await orders.counts()).toEqual({ orders: 5, drafts: 1, events: 5 });
    await expect(orders.create({ customerId: erased }, 'key-3', '3')).rejects.toMatchObject({
      details: [{ field: 'customer_id' }],
    });
  });

  test('an order of an erased customer is refused', async () => {
    const buyer = orders.others.customers.get(CUSTOMER)!;
    orders.others.customers.set(CUSTOMER, { ...buyer, name: '', erasedAtMs: 1 });
    await expect(orders.create({})).rejects.toMatchObject({ details: [{ field: 'customer_id' }] });
  });
});
