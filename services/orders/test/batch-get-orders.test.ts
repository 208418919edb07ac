import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { fullOrder, orderId, orderRecord } from './support/orders.ts';
import { unavailableClients, serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
  await orderInsertMany(database.db, 'sto_a', [orderRecord('sto_a', 1), fullOrder('sto_a', 2)]);
  await orderInsertMany(database.db, 'sto_b', [orderRecord('sto_b', 3, { orderNumber: '1002' })]);
});

afterAll(() => database.drop());

describe('a batch of orders', () => {
  test('a batch returns orders by id and by number in the order of its keys, repeated keys included', async () => {
    const ids = [orderId(2), '1002', '1003', orderId(1), '1003'];
    const orders = await service.batch(ids.map((id) => ({ storeId: 'sto_a', id })));
    expect(orders.map(({ id }) => id)).toEqual([orderId(2), orderId(1), orderId(2), orderId(1), orderId(2)]);
    expect(orders[0]).toEqual(fullOrder('sto_a', 2).order);
  });

  test('a batch finds an order number only in the store of its key', async () => {
    const orders = await service.batch([
      { storeId: 'sto_b', id: '1002' },
      { storeId: 'sto_a', id: '1002' },
      { storeId: 'sto_c', id: '1002' },
      { storeId: 'sto_b', id: orderId(1) },
    ]);
    expect(orders.map(({ id }) => id)).toEqual([orderId(3), orderId(1), '', '']);
  });

  test('a batch returns an empty message for a missing order and for an invalid key', async () => {
    const ids = [
      orderId(9),
      '9999',
      '',
      '01002',
      '1002 ',
      '1e3',
      'ord_',
      'ORD_x',
      orderId(1).toUpperCase(),
      '9'.repeat(40),
    ];
    const orders = await service.batch(ids.map((id) => ({ storeId: 'sto_a', id })));
    expect(orders.map(({ id }) => id)).toEqual(ids.map(() => ''));
    expect(await service.batch([])).toEqual([]);
  });
});
