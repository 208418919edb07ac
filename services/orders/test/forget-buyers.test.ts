import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { forgetBuyers } from '../src/jobs/forget-buyers.ts';
import { migrations } from '../src/run.ts';
import { forgottenBuyerInsert } from '../src/store/forgotten-buyer.ts';
import { orderInsertMany } from '../src/store/order-insert.ts';
import { startNeighbours, type StandIns } from './neighbours.ts';
import { fullOrder, orderId, orderRecord, T0 } from './orders.ts';
import { contextOf, serviceOn, takeTold } from './service.ts';

const FORGOTTEN = { id: 'cus_1', name: 'Anonymized customer', email: '', phone: '' };
const NOBODY = { recipientName: '', recipientPhone: '', recipientDocument: '' };
const NAME = fullOrder('sto_a', 1).order.customer!.name;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;
let now = T0;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  others = await startNeighbours();
  service = serviceOn(database.db, others.clients, { now: () => now });
  const { customer, shipping } = fullOrder('sto_a', 1).order;
  for (const store of ['sto_a', 'sto_b'])
    await orderInsertMany(database.db, store, [
      orderRecord(store, 1, { customer, shipping, status: 'delivered' }),
      orderRecord(store, 2, { customer, shipping, status: 'shipped' }),
      orderRecord(store, 3, { customer, status: 'cancelled' }),
      orderRecord(store, 4, { customer: { ...customer!, id: 'cus_2' }, status: 'delivered' }),
    ]);
  await forgottenBuyerInsert(database.db, 'sto_a', 'cus_1', new Date(T0));
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(() => takeTold(database.db));

const order = (store: string, n: number) => service.order(store, orderId(n));
const notes = () => database.db.rows({ name: 'notes', text: 'select customer_id from forgotten_buyer' }, []);

describe('a buyer who is erased', () => {
  test('goes from the orders that have come to their end; what was sold and sent stays, and each is told', async () => {
    await forgetBuyers(service.deps);
    const { shipping } = fullOrder('sto_a', 1).order;
    expect(await order('sto_a', 1)).toMatchObject({
      customer: FORGOTTEN,
      shipping: { ...shipping, address: undefined, ...NOBODY },
    });
    expect(await order('sto_a', 3)).toMatchObject({ customer: FORGOTTEN, shipping: undefined });
    expect(await takeTold(database.db)).toMatchObject([
      { type: 'order.updated', id: orderId(1), payload: { changed: ['customer', 'shipping'] } },
      { type: 'order.updated', id: orderId(3), payload: { changed: ['customer'] } },
    ]);
  });

  test('stays in an order that is still to be delivered, until it is', async () => {
    now += 2 * HOUR_MS;
    await forgetBuyers(service.deps);
    expect(await order('sto_a', 2)).toMatchObject({ customer: { name: NAME } });
    expect(await notes()).toHaveLength(1);
    await service.handlers.setOrderStatus(contextOf('sto_a'), {
      id: orderId(2),
      status: 'delivered',
      notes: undefined,
    });
    await forgetBuyers(service.deps);
    expect(await order('sto_a', 2)).toMatchObject({ customer: FORGOTTEN });
    expect(await notes()).toEqual([]);
  });

  test('who comes back later keeps the orders made then', async () => {
    const { customer } = fullOrder('sto_a', 1).order;
    const later = T0 + HOUR_MS;
    await orderInsertMany(database.db, 'sto_a', [
      orderRecord('sto_a', 5, { customer, status: 'delivered', createdAtMs: later, updatedAtMs: later }),
    ]);
    await forgottenBuyerInsert(database.db, 'sto_a', 'cus_1', new Date(T0));
    await forgetBuyers(service.deps);
    expect(await order('sto_a', 5)).toMatchObject({ customer: { name: NAME } });
    expect(await notes()).toEqual([]);
  });

  test('is not taken for another customer, nor for the same one of another store', async () => {
    await forgetBuyers(service.deps);
    expect(await order('sto_a', 4)).toMatchObject({ customer: { name: NAME } });
    for (const n of [1, 2, 3, 4]) expect(await order('sto_b', n)).toMatchObject({ customer: { name: NAME } });
  });
});

const toldAt = async () => {
  const { rows } = await database.db.pool.query<{ told_at: Date }>(
    "select told_at from forgotten_buyer where customer_id = 'cus_twice'",
  );
  return rows.map((row) => row.told_at.getTime());
};

test('of two erasures of a buyer the later counts, also when the event of the earlier is replayed after it', async () => {
  for (const at of [T0 + 2, T0 + 1, T0 + 3, T0 + 2])
    await forgottenBuyerInsert(database.db, 'sto_a', 'cus_twice', new Date(at));
  expect(await toldAt()).toEqual([T0 + 3]);
});
