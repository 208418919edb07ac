import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { expireOrders } from '../src/jobs/expire-orders.ts';
import { finishDrafts } from '../src/jobs/finish-drafts.ts';
import { migrations } from '../src/run.ts';
import { product, startNeighbours, type StandIns } from './neighbours.ts';
import { idOf } from './orders.ts';
import { contextOf, orderOf, refusalOf, serviceOn, takeTold } from './service.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SHOP = idOf('shp', 1);
const PRODUCT = idOf('prd', 1);

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;
let nowMs = NOW;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  others = await startNeighbours();
  service = serviceOn(database.db, others.clients, { now: () => nowMs });
  others.shops.add(SHOP);
  others.products.set(PRODUCT, product(PRODUCT));
  others.prices.set(PRODUCT, { price: 100, cost: 10 });
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(async () => {
  others.forget();
  nowMs = NOW;
  await database.db.pool.query(
    'truncate "order", order_line, order_event, order_draft, order_counter, store_clock, outbox',
  );
});

const REQUEST = {
  source: 'online',
  shopId: SHOP,
  lines: [{ productId: PRODUCT, quantity: 1 }],
  shipping: undefined,
  paymentGateway: 'card_online',
  discountCentavos: 0,
};
const create = (key?: string) => service.handlers.createOrder(contextOf('sto_a', key, 'body'), REQUEST);
const query = async (sql: string) => (await database.db.pool.query(sql)).rows;
const drafts = () => query('select state from order_draft');

/** A process that dies before its order is committed. */
async function crashAfterReserve(key?: string): Promise<void> {
  const { writer } = service.deps;
  const { change, write } = writer;
  let calls = key === undefined ? 1 : 0;
  const dying: typeof write = async (ctx, answer, work) => {
    // With a key, the first write looks whether it was answered before.
    if (calls++ === 0) return write.call(writer, ctx, answer, work) as never;
    throw new Error('died');
  };
  Object.assign(writer, { write: dying });
  await expect(create(key) as Promise<unknown>).rejects.toThrow('died');
  Object.assign(writer, { write: write.bind(writer), change: change.bind(writer) });
}

describe('a crash after the goods were reserved', () => {
  test('leaves no order; the draft goes when the reservation has lapsed', async () => {
    await crashAfterReserve();
    expect(others.reserved).toHaveLength(1);
    expect(await query('select * from "order"')).toEqual([]);
    await finishDrafts(service.deps);
    expect(await drafts()).toEqual([{ state: 'reserving' }]);
    nowMs += 2 * MINUTE;
    await finishDrafts(service.deps);
    expect(await drafts()).toEqual([]);
    expect(await query('select * from "order"')).toEqual([]);
    expect(others.stocks).toEqual([]);
  });

  test('goes on with the same order when the key is sent again', async () => {
    await crashAfterReserve('k');
    const order = orderOf(await create('k'));
    expect(others.reserved.map(({ orderId }) => orderId)).toEqual([order.id, order.id]);
    expect(new Set(others.reserved.map(({ expiresAtMs }) => expiresAtMs))).toEqual(
      new Set([NOW + 2 * MINUTE]),
    );
    expect(order.orderNumber).toBe('1001');
    expect(await drafts()).toEqual([]);
  });

  test('never makes an order of a reservation that is about to lapse, nor of one that has', async () => {
    await crashAfterReserve('late');
    nowMs += 100_000;
    expect(await refusalOf(create('late') as Promise<unknown>)).toBe('unavailable');
    nowMs += 20_000;
    const order = orderOf(await create('late'));
    expect(others.reserved.map(({ orderId }) => orderId === order.id)).toEqual([false, true]);
    expect(others.reserved[1]!.expiresAtMs).toBe(nowMs + 2 * MINUTE);
  });

  test('which the job has undone meanwhile makes the commit fail, and nothing remains', async () => {
    others.before.reserveStock = async () => void (await query('delete from order_draft'));
    expect(await refusalOf(create() as Promise<unknown>)).toBe('unavailable');
    expect(await query('select * from "order"')).toEqual([]);
    expect(await query('select * from order_counter')).toEqual([]);
    expect(await takeTold(database.db)).toEqual([]);
  });
});

describe('a crash after the commit', () => {
  test('leaves the order, and the job tells inventory of it once it answers', async () => {
    others.failing.setOrderStock = new Fault('unavailable', 'Away.');
    const order = orderOf(await create());
    expect(await drafts()).toEqual([{ state: 'committed' }]);
    nowMs += 5_000;
    await finishDrafts(service.deps);
    expect(await drafts()).toEqual([{ state: 'committed' }]);
    delete others.failing.setOrderStock;
    await finishDrafts(service.deps);
    expect(others.stocks).toEqual([{ orderId: order.id, version: 1, state: 1 }]);
    expect(await drafts()).toEqual([]);
  });

  test('tells what the order is by then', async () => {
    others.failing.setOrderStock = new Fault('unavailable', 'Away.');
    const { id } = orderOf(await create());
    await service.handlers.cancelOrder(contextOf('sto_a'), { id, notes: undefined });
    delete others.failing.setOrderStock;
    nowMs += 5_000;
    await finishDrafts(service.deps);
    expect(others.stocks).toEqual([{ orderId: id, version: 2, state: 3 }]);
  });

  test('of which inventory has nothing is done with', async () => {
    others.failing.setOrderStock = new Fault('not_found', 'Nothing was reserved.');
    await create();
    expect(await drafts()).toEqual([]);
  });

  test('is answered by the same order when its key is sent again', async () => {
    others.failing.setOrderStock = new Fault('unavailable', 'Away.');
    await create('c');
    await query('delete from idempotency_record');
    expect(orderOf(await create('c')).orderNumber).toBe('1001');
    expect(await query('select next_number from order_counter')).toEqual([{ next_number: 1002 }]);
  });
});

describe('an unpaid online order', () => {
  test('expires when its time is over, with its reason, its stock and its history; once', async () => {
    const { id } = orderOf(await create());
    await takeTold(database.db);
    others.forget();
    nowMs = NOW + 48 * HOUR - MINUTE;
    await expireOrders(service.deps);
    expect(await takeTold(database.db)).toEqual([]);
    nowMs = NOW + 48 * HOUR + MINUTE;
    await Promise.all([expireOrders(service.deps), expireOrders(service.deps), expireOrders(service.deps)]);
    const stock = { orderId: id, version: 2, state: 3 };
    expect(await takeTold(database.db)).toMatchObject([
      {
        type: 'order.cancelled',
        actor: '',
        payload: {
          status: 'expired',
          previousStatus: 'pending',
          changed: ['status'],
          reason: 'expired',
          stock,
        },
      },
    ]);
    expect(others.stocks).toEqual([stock]);
    expect(
      await query('select kind, from_value, to_value, actor_kind from order_event order by position'),
    ).toEqual([
      { kind: 'created', from_value: null, to_value: 'pending', actor_kind: 'installation' },
      { kind: 'status', from_value: 'pending', to_value: 'expired', actor_kind: 'system' },
    ]);
    expect((await service.order('sto_a', id)).status).toBe('expired');
  });

  test('that was paid, was sent or has ended does not expire; one that is being prepared does', async () => {
    const [paid, shipped, cancelled, prepared] = (await Promise.all([
      create(),
      create(),
      create(),
      create(),
    ]).then((all) => all.map((answer) => orderOf(answer).id))) as [string, string, string, string];
    const ctx = contextOf('sto_a');
    await service.handlers.recordPayment(ctx, { id: paid, path: 2 });
    await service.handlers.setOrderStatus(ctx, { id: shipped, status: 'shipped', notes: undefined });
    await service.handlers.cancelOrder(ctx, { id: cancelled, notes: undefined });
    await service.handlers.setOrderStatus(ctx, { id: prepared, status: 'preparing', notes: undefined });
    nowMs = NOW + 100 * HOUR;
    await expireOrders(service.deps);
    const status = async (id: string) => (await service.order('sto_a', id)).status;
    expect(await Promise.all([paid, shipped, cancelled, prepared].map(status))).toEqual([
      'pending',
      'shipped',
      'cancelled',
      'expired',
    ]);
  });

  test('that cannot be changed keeps no other from its end', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(orderOf(await create()).id);
    await query(`update "order" set payment_gateway = 'cash' where id = '${ids[0]}'`);
    await query(`alter table "order" add constraint stuck check (id <> '${ids[1]}' or status <> 'expired')`);
    nowMs = NOW + 100 * HOUR;
    await expireOrders(service.deps);
    await query('alter table "order" drop constraint stuck');
    const statuses = await query('select status from "order" order by order_number');
    expect(statuses.map(({ status }) => status)).toEqual(['expired', 'pending', 'expired']);
  });
});
