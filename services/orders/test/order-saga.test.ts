import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BadEnd } from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { expireOrdersJob } from '../src/jobs/expire-orders.ts';
import { finishDraftsJob } from '../src/jobs/finish-drafts.ts';
import { createOrder } from '../src/rpc/create-order.ts';
import { aRequest, HOUR, MINUTE, NewOrders, NOW, SIMPLE } from './support/new-orders.ts';
import { contextOf, orderOf, refusalOf, drainEvents } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

/** An order of one product, handed over at the counter. */
const REQUEST = { lines: [{ productId: SIMPLE, quantity: 1 }], shipping: undefined, discountCentavos: 0 };
const expireOrders = () => expireOrdersJob(orders.service.deps).run();
const finishDrafts = () => finishDraftsJob(orders.service.deps).run();
const drafts = () => orders.query('select state from order_draft');

const crash = () => Promise.reject(new Error('crashed'));

/** Simulates a process that crashes right before the commit. */
async function crashAfterReserve(key?: string): Promise<void> {
  const crashed = createOrder({ ...orders.service.deps, commitOrder: crash })(
    contextOf('sto_a', key, 'body'),
    aRequest(REQUEST),
  );
  await expect(crashed).rejects.toThrow('crashed');
}

describe('a crash after the stock is reserved', () => {
  test('a crash before the commit leaves no order, and its draft is deleted when the reservation has expired', async () => {
    await crashAfterReserve();
    expect(orders.others.reserved).toHaveLength(1);
    expect(await orders.query('select * from "order"')).toEqual([]);
    await finishDrafts();
    expect(await drafts()).toEqual([{ state: 'reserving' }]);
    orders.nowMs += 2 * MINUTE;
    await finishDrafts();
    expect(await drafts()).toEqual([]);
    expect(await orders.query('select * from "order"')).toEqual([]);
    expect(orders.others.stocks).toEqual([]);
  });

  test('a retry with the same key continues with the same order', async () => {
    await crashAfterReserve('k');
    const order = orderOf(await orders.create(REQUEST, 'k'));
    expect(orders.others.reserved.map(({ orderId }) => orderId)).toEqual([order.id, order.id]);
    expect(new Set(orders.others.reserved.map(({ expiresAtMs }) => expiresAtMs))).toEqual(
      new Set([NOW + 2 * MINUTE]),
    );
    expect(order.orderNumber).toBe('1001');
    expect(await drafts()).toEqual([]);
  });

  test('no order is committed from a reservation that has expired or is about to', async () => {
    await crashAfterReserve('late');
    orders.nowMs += 100_000;
    expect(await refusalOf(orders.create(REQUEST, 'late') as Promise<unknown>)).toBe('unavailable');
    orders.nowMs += 20_000;
    const order = orderOf(await orders.create(REQUEST, 'late'));
    expect(orders.others.reserved.map(({ orderId }) => orderId === order.id)).toEqual([false, true]);
    expect(orders.others.reserved[1]!.expiresAtMs).toBe(orders.nowMs + 2 * MINUTE);
  });

  test('a commit fails without a trace if the job has deleted the draft', async () => {
    orders.others.before.reserveStock = async () => void (await orders.query('delete from order_draft'));
    expect(await refusalOf(orders.create(REQUEST) as Promise<unknown>)).toBe('unavailable');
    expect(await orders.query('select * from "order"')).toEqual([]);
    expect(await orders.query('select * from order_counter')).toEqual([]);
    expect(await drainEvents(orders.db)).toEqual([]);
  });
});

describe('a crash after the commit', () => {
  test('a crash after the commit keeps the order, and the job confirms it to inventory', async () => {
    orders.others.failing.setOrderStock = new Fault('unavailable', 'Down.');
    const order = orderOf(await orders.create(REQUEST));
    expect(await drafts()).toEqual([{ state: 'committed' }]);
    orders.nowMs += 5_000;
    await finishDrafts();
    expect(await drafts()).toEqual([{ state: 'committed' }]);
    delete orders.others.failing.setOrderStock;
    await finishDrafts();
    expect(orders.others.stocks).toEqual([{ orderId: order.id, version: 1, state: 1 }]);
    expect(await drafts()).toEqual([]);
  });

  test('the job confirms the current state of the order', async () => {
    orders.others.failing.setOrderStock = new Fault('unavailable', 'Down.');
    const { id } = orderOf(await orders.create(REQUEST));
    await orders.service.handlers.cancelOrder(contextOf('sto_a'), { id, notes: undefined });
    delete orders.others.failing.setOrderStock;
    orders.nowMs += 5_000;
    await finishDrafts();
    expect(orders.others.stocks).toEqual([{ orderId: id, version: 2, state: 3 }]);
  });

  test('a confirmation that inventory refuses for good is not repeated', async () => {
    for (const refusal of [new Fault('not_found', 'Nothing.'), conflict('insufficient_stock', 'Gone.')]) {
      orders.others.failing.setOrderStock = refusal;
      await orders.create(REQUEST);
      expect(await drafts()).toEqual([]);
    }
  });

  test('a confirmation that fails does not hold up others', async () => {
    orders.others.failing.setOrderStock = new Error('a defect');
    await orders.create(REQUEST);
    await orders.create(REQUEST);
    orders.nowMs += 5_000;
    await finishDrafts();
    expect(await orders.query('select updated_at from order_draft')).toEqual(
      [1, 2].map(() => ({ updated_at: new Date(orders.nowMs) })),
    );
  });

  test('a retry with the same key returns the committed order', async () => {
    orders.others.failing.setOrderStock = new Fault('unavailable', 'Down.');
    await orders.create(REQUEST, 'c');
    await orders.query('delete from idempotency_record');
    expect(orderOf(await orders.create(REQUEST, 'c')).orderNumber).toBe('1001');
    expect(await orders.query('select next_number from order_counter')).toEqual([{ next_number: 1002 }]);
  });
});

describe('an unpaid online order', () => {
  test('an unpaid online order expires once, with its reason, stock and history', async () => {
    const { id } = orderOf(await orders.create(REQUEST));
    await drainEvents(orders.db);
    orders.others.forget();
    orders.nowMs = NOW + 48 * HOUR - MINUTE;
    await expireOrders();
    expect(await drainEvents(orders.db)).toEqual([]);
    orders.nowMs = NOW + 48 * HOUR + MINUTE;
    await Promise.all([expireOrders(), expireOrders(), expireOrders()]);
    const stock = { orderId: id, version: 2, state: 3 };
    expect(await drainEvents(orders.db)).toMatchObject([
      {
        type: 'order.cancelled',
        actor: '',
        payload: {
          status: 'expired',
          previousStatus: 'pending',
          changed: ['status'],
          reason: BadEnd.EXPIRED,
          stock,
        },
      },
    ]);
    expect(orders.others.stocks).toEqual([stock]);
    expect(
      await orders.query('select kind, from_value, to_value, actor_kind from order_event order by position'),
    ).toEqual([
      { kind: 'created', from_value: null, to_value: 'pending', actor_kind: 'installation' },
      { kind: 'status', from_value: 'pending', to_value: 'expired', actor_kind: 'system' },
    ]);
    expect((await orders.service.order('sto_a', id)).status).toBe('expired');
  });

  test('an order in preparation expires, but not one that is paid, shipped or ended', async () => {
    const [paid, shipped, cancelled, prepared] = (await Promise.all([
      orders.create(REQUEST),
      orders.create(REQUEST),
      orders.create(REQUEST),
      orders.create(REQUEST),
    ]).then((all) => all.map((answer) => orderOf(answer).id))) as [string, string, string, string];
    const ctx = contextOf('sto_a');
    await orders.service.handlers.recordPayment(ctx, { id: paid, path: 2, outcome: 1 });
    await orders.service.handlers.setOrderStatus(ctx, { id: shipped, status: 'shipped', notes: undefined });
    await orders.service.handlers.cancelOrder(ctx, { id: cancelled, notes: undefined });
    await orders.service.handlers.setOrderStatus(ctx, {
      id: prepared,
      status: 'preparing',
      notes: undefined,
    });
    orders.nowMs = NOW + 100 * HOUR;
    await expireOrders();
    const status = async (id: string) => (await orders.service.order('sto_a', id)).status;
    expect(await Promise.all([paid, shipped, cancelled, prepared].map(status))).toEqual([
      'pending',
      'shipped',
      'cancelled',
      'expired',
    ]);
  });

  test('an order that cannot be changed does not keep others from expiring', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(orderOf(await orders.create(REQUEST)).id);
    await orders.query(`update "order" set payment_gateway = 'cash' where id = '${ids[0]}'`);
    await orders.query(
      `alter table "order" add constraint stuck check (id <> '${ids[1]}' or status <> 'expired')`,
    );
    orders.nowMs = NOW + 100 * HOUR;
    await expireOrders();
    await orders.query('alter table "order" drop constraint stuck');
    const statuses = await orders.query('select status from "order" order by order_number');
    expect(statuses.map(({ status }) => status)).toEqual(['expired', 'pending', 'expired']);
  });
});
