import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { HOUR, NewOrders, NOW } from './support/new-orders.ts';
import { contextOf, refusalOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

test('only an unpaid online order expires, after the time that the store had set at its creation', async () => {
  await orders.create();
  await orders.service.handlers.putOrderSettings(contextOf('sto_a'), { settings: { orderExpiryMs: HOUR } });
  expect(await orders.service.handlers.getOrderSettings(contextOf('sto_a'), {})).toMatchObject({
    settings: { orderExpiryMs: HOUR },
  });
  expect(await orders.service.handlers.getOrderSettings(contextOf('sto_b'), {})).toMatchObject({
    settings: { orderExpiryMs: 48 * HOUR },
  });
  await orders.create();
  await orders.create({ paymentGateway: PaymentGateway.CREDIT_ACCOUNT });
  await orders.create({ source: OrderSource.PHONE });
  await orders.create({ source: OrderSource.MARKETPLACE });
  const all = (await orders.query('select source, expires_at from "order" order by created_at')).map(
    ({ source, expires_at }) => [source, expires_at && expires_at - NOW],
  );
  expect(all.map(([source, ms]) => [source, ms && Math.round(ms / HOUR)])).toEqual([
    ['online', 48],
    ['online', 1],
    ['online', null],
    ['phone', null],
    ['marketplace', null],
  ]);
});

const put = (settings: { orderExpiryMs: number; discountLimitBp?: number }) =>
  orders.service.handlers.putOrderSettings(contextOf('sto_a'), { settings });

test('settings without a discount limit keep it, and one beyond 100 percent is refused', async () => {
  await put({ orderExpiryMs: HOUR, discountLimitBp: 0 });
  expect(await put({ orderExpiryMs: HOUR })).toMatchObject({ settings: { discountLimitBp: 0 } });
  for (const discountLimitBp of [-1, 10_001])
    expect(await refusalOf(put({ orderExpiryMs: HOUR, discountLimitBp }))).toBe('invalid_request');
});

test('an expiry shorter than a minute or longer than a year is refused', async () => {
  for (const orderExpiryMs of [0, 59_999, 366 * 24 * HOUR])
    expect(
      await refusalOf(
        orders.service.handlers.putOrderSettings(contextOf('sto_a'), {
          settings: { orderExpiryMs },
        }) as Promise<unknown>,
      ),
    ).toBe('invalid_request');
});
