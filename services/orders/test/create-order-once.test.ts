import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { createOrder } from '../src/rpc/create-order.ts';
import { aRequest, NewOrders } from './support/new-orders.ts';
import { orderId } from './support/orders.ts';
import { contextOf, orderOf, refusalOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

describe('an idempotency key', () => {
  test('a key creates one order with one number, also when it is sent concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => refusalOf(orders.create({}, 'k', 'b'))));
    for (const refusal of all) expect([undefined, 'idempotency_in_progress']).toContain(refusal);
    expect(await orders.create({}, 'k', 'b')).toBeInstanceOf(StoredAnswer);
    expect(await orders.counts()).toMatchObject({ orders: 1 });
    expect(await orders.query('select next_number from order_counter')).toEqual([{ next_number: 1002 }]);
    expect(new Set(orders.others.reserved.map(({ orderId: id }) => id)).size).toBe(1);
    expect(await refusalOf(orders.create({}, 'k', 'other'))).toBe('idempotency_conflict');
  });

  test('a key replays a recorded refusal without calls to other services', async () => {
    orders.others.failing.reserveStock = conflict('insufficient_stock', 'None left.', 'lines[0]');
    expect(await refusalOf(orders.create({}, 'r', 'b'))).toBe('insufficient_stock');
    orders.others.forget();
    expect(await refusalOf(orders.create({}, 'r', 'b'))).toBe('insufficient_stock');
    expect([orders.others.resolved, orders.others.reserved]).toEqual([[], []]);
  });

  test('a key runs again after a response that is not recorded', async () => {
    orders.others.failing.reserveStock = new Fault('unavailable', 'Down.');
    expect(await refusalOf(orders.create({}, 'u', 'b'))).toBe('unavailable');
    orders.others.forget();
    expect(orderOf(await orders.create({}, 'u', 'b')).orderNumber).toBe('1001');
  });
});

/** Sends the key of an answered request, whose answer the first lookups do not find. */
function createLate(...lookups: (() => undefined)[]): Promise<unknown> {
  const { deps } = orders.service;
  const writer = {
    earlier: async (ctx: Context) => {
      const lookup = lookups.shift();
      return lookup === undefined ? deps.writer.earlier(ctx) : lookup();
    },
    write: deps.writer.write.bind(deps.writer),
  } as Partial<Writer> as Writer;
  return createOrder({ ...deps, writer })(contextOf('sto_a', 'k', 'b'), aRequest());
}
const notYet = () => undefined;
const inProgress = () => {
  throw conflict('idempotency_in_progress', 'The key is in use.');
};

describe('an attempt that a concurrent one overtakes', () => {
  beforeEach(async () => {
    await orders.create({}, 'k', 'b');
    orders.others.forget();
  });

  test('an overtaken attempt returns the recorded answer and reserves nothing', async () => {
    expect(await createLate(notYet)).toBeInstanceOf(StoredAnswer);
    expect(orders.others.reserved).toEqual([]);
    expect(await orders.counts()).toMatchObject({ orders: 1, drafts: 0 });
  });

  test('an attempt starts over while the key is in use', async () => {
    expect(await createLate(notYet, inProgress, inProgress)).toBeInstanceOf(StoredAnswer);
    expect(orders.others.reserved).toEqual([]);
    expect(await orders.counts()).toMatchObject({ orders: 1, drafts: 0 });
  });

  test('an attempt is unavailable after five restarts', async () => {
    const refusal = await refusalOf(createLate(notYet, ...Array.from({ length: 5 }, () => inProgress)));
    expect(refusal).toBe('unavailable');
    expect(await orders.counts()).toMatchObject({ orders: 1, drafts: 0 });
  });
});

test('an order id chosen by the caller creates one order and one event, also when it is sent concurrently', async () => {
  const id = orderId(77);
  const all = await Promise.all(Array.from({ length: 6 }, () => orders.create({ orderId: id })));
  for (const answer of all) expect(orderOf(answer)).toMatchObject({ id, orderNumber: '1001' });
  expect(orderOf(await orders.create({ orderId: id })).orderNumber).toBe('1001');
  expect(await orders.counts()).toMatchObject({ orders: 1, events: 1, drafts: 0 });
});

test('numbers of each store have no gaps and no duplicates when orders are created concurrently and some fail', async () => {
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

test('orders of a store that are committed together share a transaction', async () => {
  let started = 0;
  const all = Promise.withResolvers<void>();
  orders.others.before.reserveStock = async () => {
    if (++started === 8) all.resolve();
    await all.promise;
  };
  await Promise.all(Array.from({ length: 8 }, () => orders.create()));
  const [row] = await orders.query(
    'select count(distinct xmin::text)::int as transactions, count(*)::int as orders from "order"',
  );
  expect(row).toMatchObject({ orders: 8 });
  expect(row.transactions).toBeLessThan(8);
  expect(await orders.counts()).toEqual({ orders: 8, drafts: 0, events: 8 });
});
