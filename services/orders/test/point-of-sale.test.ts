import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf } from './support/orders.ts';
import { NewOrders, SHOP, SIMPLE } from './support/new-orders.ts';

let orders: NewOrders;

beforeAll(async () => {
  orders = await NewOrders.start();
});
afterAll(() => orders.close());

test('a point of sale refuses what its shop does not sell; other orders take it', async () => {
  const sold = orders.others.products.get(SIMPLE)!;
  const lines = [{ productId: SIMPLE, quantity: 1 }];
  const sale = { source: 'pos', shipping: undefined, paymentGateway: 'cash', lines };
  orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9)] });
  await expect(orders.create(sale)).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ reason: 'not_sold_here', field: 'lines[0].product_id' }],
  });
  expect(await orders.create({ lines })).toMatchObject({ order: { source: 'online' } });
  orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9), SHOP] });
  expect(await orders.create(sale)).toMatchObject({ order: { source: 'pos' } });
});
