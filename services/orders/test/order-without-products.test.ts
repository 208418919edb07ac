import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { editOf, stockLine } from './support/edits.ts';
import { NewOrders, SIMPLE } from './support/new-orders.ts';
import { contextOf, drainEvents, orderOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());

const ctx = contextOf('sto_a');

/** Creates an order by phone of one custom line. */
async function anOrder(): Promise<Order> {
  const created = await orders.create({
    source: OrderSource.PHONE,
    lines: [{ name: 'Grabado', unitPriceCentavos: 5_000, quantity: 1 }],
    shipping: undefined,
    paymentGateway: PaymentGateway.CASH,
    discountCentavos: 0,
  });
  orders.others.forget();
  return orderOf(created);
}

const stockOfEvents = async () =>
  (await drainEvents(orders.db)).map(({ type, payload }) => [type, 'stock' in payload && payload.stock]);

test('an order of custom lines only sends inventory no stock, neither by its events nor by calls', async () => {
  const { id } = await anOrder();
  await orders.service.handlers.setOrderStatus(ctx, { id, status: 'confirmed' });
  await orders.service.handlers.cancelOrder(ctx, { id });
  expect(await stockOfEvents()).toEqual([
    ['order.created', undefined],
    ['order.updated', undefined],
    ['order.cancelled', undefined],
  ]);
  expect(orders.others.stocks).toEqual([]);
});

test('an order of custom lines that is given a product holds stock from then on', async () => {
  const order = await anOrder();
  await editOf(orders, order, [
    { index: 0, quantity: 1 },
    { productId: SIMPLE, quantity: 2 },
  ]);
  expect(await stockOfEvents()).toMatchObject([
    ['order.created', undefined],
    [
      'order.updated',
      {
        orderId: order.id,
        state: OrderStock_State.RESERVED,
        lines: { lines: [stockLine(SIMPLE, undefined, 2)] },
      },
    ],
  ]);
});
