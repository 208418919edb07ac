import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  CreateOrderRequest,
  GetOrderHistoryResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaidVia,
  PaymentGateway,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { HOUR, NewOrders, SHOP, SIMPLE } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { contextOf, orderOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const SALE = {
  source: OrderSource.POS,
  shipping: undefined,
  paymentGateway: PaymentGateway.CASH,
  discountCentavos: 0,
};
/** Refusal of a discount over the limit. */
const over = (field: string) => [[field, 'discount_over_limit']];
const ONE = [{ productId: SIMPLE, quantity: 1 }];

/** Fields and reasons of a refusal. */
const refused = (fields: Partial<CreateOrderRequest>): Promise<(string | undefined)[][]> =>
  orders.create({ ...SALE, lines: ONE, ...fields }).then(
    () => [],
    (error: Fault) => error.details.map(({ field, reason }) => [field, reason]),
  );

describe('a sale at the point of sale', () => {
  test.each([
    // 1,500.00 pesos.
    [1_000, 15_000],
    [10_000, 150_000],
    [1, 15],
    [3_333, 49_995],
  ])('a discount of %i hundredths of a percent is %i centavos', async (discountPercentBp, off) => {
    const order = orderOf(
      await orders.create({ ...SALE, lines: ONE, discountPercentBp, expectedTotalCentavos: 150_000 - off }),
    );
    expect([order.discountCentavos, order.totalCentavos]).toEqual([off, 150_000 - off]);
  });

  test('a percentage is computed once, from the sum of the lines, half a centavo rounded up', async () => {
    const lines = [1, 2].map((n) => ({ name: `x${n}`, unitPriceCentavos: 5, quantity: 1 }));
    const order = orderOf(await orders.create({ ...SALE, lines, discountPercentBp: 500 }));
    // 5% of 10 centavos is 0.5, rounded up to 1; computed per line it would be 0.25 twice, rounded to 0.
    expect(order.discountCentavos).toBe(1);
  });

  test('the discount of a line reduces the price of each unit, half a centavo rounded up', async () => {
    const lines = [
      { productId: SIMPLE, quantity: 2, discountPercentBp: 1_000 },
      { name: 'Grabado', unitPriceCentavos: 5, quantity: 3, discountPercentBp: 5_000 },
      { name: 'Bolsa', unitPriceCentavos: 100, quantity: 1, discountCentavos: 100 },
    ];
    const order = orderOf(await orders.create({ ...SALE, lines, discountPercentBp: 1_000 }));
    expect(
      order.lineItems.map(({ unitPriceCentavos, totalCentavos }) => [unitPriceCentavos, totalCentavos]),
    ).toEqual([
      [135_000, 270_000],
      [2, 6],
      [0, 0],
    ]);
    expect([order.discountCentavos, order.totalCentavos]).toEqual([27_001, 243_005]);
    expect(await refused({ lines: [{ productId: SIMPLE, quantity: 1, discountCentavos: 150_001 }] })).toEqual(
      [['lines[0].discount_centavos', 'invalid_value']],
    );
    expect(
      await refused({
        lines: [{ productId: SIMPLE, quantity: 1, discountCentavos: 1, discountPercentBp: 1 }],
      }),
    ).toEqual([['lines[0].discount_percent_bp', 'invalid_value']]);
  });

  test('a limited seller discounts up to the limit of the store, by line and altogether', async () => {
    const limited = (fields: Partial<CreateOrderRequest>) => refused({ isDiscountLimited: true, ...fields });
    expect(await limited({ discountPercentBp: 10_000 })).toEqual([]);
    await orders.service.handlers.putOrderSettings(contextOf('sto_a'), {
      settings: { orderExpiryMs: HOUR, discountLimitBp: 1_000 },
    });
    const ten = { productId: SIMPLE, quantity: 1, discountPercentBp: 1_000 };
    expect(await limited({ lines: [ten] })).toEqual([]);
    expect(await limited({ discountCentavos: 15_000 })).toEqual([]);
    expect(await limited({ discountCentavos: 15_001 })).toEqual(over('discount_centavos'));
    expect(await limited({ lines: [ten], discountCentavos: 1 })).toEqual(over('discount_centavos'));
    const eleven = { ...ten, discountPercentBp: 1_100 };
    expect(await limited({ lines: [{ ...ten, quantity: 99 }, eleven] })).toEqual(over('lines[1]'));
    await expect(orders.create({ ...SALE, lines: [eleven], isDiscountLimited: true })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('at most 10 percent'),
    });
    expect(await refused({ lines: [eleven] })).toEqual([]);
  });

  test('the history of a sale has its means of payment', async () => {
    const { id } = orderOf(
      await orders.create({ ...SALE, lines: ONE, paymentGateway: PaymentGateway.BANK_TRANSFER }),
    );
    const { entries } = (await orders.service.handlers.getOrderHistory(contextOf('sto_a'), {
      id,
      limit: 10,
      pageToken: Buffer.alloc(0),
    })) as GetOrderHistoryResponse;
    expect(entries.find(({ kind }) => kind === HistoryEntryKind.PAYMENT)).toMatchObject({
      paidVia: PaidVia.POS,
      gateway: PaymentGateway.BANK_TRANSFER,
    });
  });

  test('a sale has at most 9,999 units per line, and a discount of at most the sum of its lines', async () => {
    expect(await refused({ lines: [{ productId: SIMPLE, quantity: 10_000 }] })).toEqual([
      ['lines[0].quantity', 'invalid_value'],
    ]);
    expect(await refused({ discountCentavos: 150_001 })).toEqual([['discount_centavos', 'invalid_value']]);
    for (const discountPercentBp of [0, -1, 10_001])
      expect(await refused({ discountPercentBp })).toEqual([['discount_percent_bp', 'invalid_value']]);
    expect(await refused({ discountPercentBp: 100, discountCentavos: 1 })).toEqual([
      ['discount_percent_bp', 'invalid_value'],
    ]);
  });

  test('products without a price and products of other shops are refused, each with its reason', async () => {
    const price = orders.others.prices.get(SIMPLE)!;
    const sold = orders.others.products.get(SIMPLE)!;
    orders.others.prices.set(SIMPLE, { price: 0, cost: 0 });
    expect(await refused({})).toEqual([['lines[0].product_id', 'no_price']]);
    orders.others.prices.set(SIMPLE, price);
    orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9)] });
    expect(await refused({})).toEqual([['lines[0].product_id', 'not_sold_here']]);
    orders.others.products.set(SIMPLE, sold);
  });

  test('a product that the shop does not sell is refused at the point of sale only', async () => {
    const sold = orders.others.products.get(SIMPLE)!;
    const lines = [{ productId: SIMPLE, quantity: 1 }];
    const sale = { source: OrderSource.POS, shipping: undefined, paymentGateway: PaymentGateway.CASH, lines };
    orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9)] });
    await expect(orders.create(sale)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ reason: 'not_sold_here', field: 'lines[0].product_id' }],
    });
    expect(await orders.create({ lines })).toMatchObject({ order: { source: OrderSource.ONLINE } });
    orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9), SHOP] });
    expect(await orders.create(sale)).toMatchObject({ order: { source: OrderSource.POS } });
  });
});
