import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { NewOrders } from './support/new-orders.ts';
import { orderId } from './support/orders.ts';
import { orderOf, refusalOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

describe('one key', () => {
  test('makes one order with one number, however often and at once it is sent', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => refusalOf(orders.create({}, 'k', 'b'))));
    for (const refusal of all) expect([undefined, 'idempotency_in_progress']).toContain(refusal);
    expect(await orders.create({}, 'k', 'b')).toBeInstanceOf(StoredAnswer);
    expect(await orders.counts()).toMatchObject({ orders: 1 });
    expect(await orders.query('select next_number from order_counter')).toEqual([{ next_number: 1002 }]);
    expect(new Set(orders.others.reserved.map(({ orderId: id }) => id)).size).toBe(1);
    expect(await refusalOf(orders.create({}, 'k', 'other'))).toBe('idempotency_conflict');
  });

  test('gives a recorded refusal again without asking anybody', async () => {
    orders.others.failing.reserveStock = conflict('insufficient_stock', 'None left.', 'lines[0]');
    expect(await refusalOf(orders.create({}, 'r', 'b'))).toBe('insufficient_stock');
    orders.others.forget();
    expect(await refusalOf(orders.create({}, 'r', 'b'))).toBe('insufficient_stock');
    expect([orders.others.resolved, orders.others.reserved]).toEqual([[], []]);
  });

  test('runs again after an answer that was no answer', async () => {
    orders.others.failing.reserveStock = new Fault('unavailable', 'Away.');
    expect(await refusalOf(orders.create({}, 'u', 'b'))).toBe('unavailable');
    orders.others.forget();
    expect(orderOf(await orders.create({}, 'u', 'b')).orderNumber).toBe('1001');
  });
});

test('an order id that the caller gives makes one order, also at once, and tells it once', async () => {
  const id = orderId(77);
  const all = await Promise.all(Array.from({ length: 6 }, () => orders.create({ orderId: id })));
  for (const answer of all) expect(orderOf(answer)).toMatchObject({ id, orderNumber: '1001' });
  expect(orderOf(await orders.create({ orderId: id })).orderNumber).toBe('1001');
  expect(await orders.counts()).toMatchObject({ orders: 1, events: 1, drafts: 0 });
});

test('numbers have no gap and no double when many are made at once and some fail, store by store', async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      if (n % 5 === 4) return refusalOf(orders.create({ discountCentavos: 10 ** 13 }));
      return orderOf(await orders.create({}, undefined, undefined, n % 2 === 0 ? 'sto_a' : 'sto_c'))
        .orderNumber;
    }),
  );
  const numbers = await orders.query(
    'select store_id, order_number::int as n from "order" order by store_id, n',
  );
  const of = (store: string) => numbers.filter(({ store_id }) => store_id === store).map(({ n }) => n);
  for (const store of ['sto_a', 'sto_c'])
    expect(of(store)).toEqual(Array.from({ length: 16 }, (_, n) => 1001 + n));
  expect(made.filter((answer) => answer === 'invalid_request')).toHaveLength(8);
});
