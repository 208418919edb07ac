import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { NewOrders, SIMPLE } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { contextOf, orderOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const SALE = { source: 'pos', shipping: undefined, paymentGateway: 'cash', discountCentavos: 0 };
const ONE = [{ productId: SIMPLE, quantity: 1 }];

/** Field and reason of everything for which a sale is refused. */
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
  ])('takes off %i hundredths of a percent as %i centavos', async (discountPercentBp, off) => {
    const order = orderOf(
      await orders.create({ ...SALE, lines: ONE, discountPercentBp, expectedTotalCentavos: 150_000 - off }),
    );
    expect([order.discountCentavos, order.totalCentavos]).toEqual([off, 150_000 - off]);
  });

  test('computes a percentage once, of the sum of the lines, half a centavo rounded up', async () => {
    const lines = [1, 2].map((n) => ({ name: `x${n}`, unitPriceCentavos: 5, quantity: 1 }));
    const order = orderOf(await orders.create({ ...SALE, lines, discountPercentBp: 500 }));
    // 0.5 centavos of 10; line by line it would be twice 0.25, which is nothing.
    expect(order.discountCentavos).toBe(1);
  });

  test('states in its history by what means it was paid', async () => {
    const { id } = orderOf(await orders.create({ ...SALE, lines: ONE, paymentGateway: 'bank_transfer' }));
    const { entries } = (await orders.service.handlers.getOrderHistory(contextOf('sto_a'), {
      id,
      limit: 10,
      pageToken: Buffer.alloc(0),
    })) as { entries: { kind: string; paidVia?: string; gateway?: string }[] };
    expect(entries.find(({ kind }) => kind === 'payment')).toMatchObject({
      paidVia: 'pos',
      gateway: 'bank_transfer',
    });
  });

  test('takes at most 9,999 units of a line, and a discount up to its lines', async () => {
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

  test('refuses goods without a price, and goods of other shops, each with its reason', async () => {
    const price = orders.others.prices.get(SIMPLE)!;
    const goods = orders.others.products.get(SIMPLE)!;
    orders.others.prices.set(SIMPLE, { price: 0, cost: 0 });
    expect(await refused({})).toEqual([['lines[0].product_id', 'no_price']]);
    orders.others.prices.set(SIMPLE, price);
    orders.others.products.set(SIMPLE, { ...goods, shopIds: [idOf('shp', 9)] });
    expect(await refused({})).toEqual([['lines[0].product_id', 'not_sold_here']]);
    orders.others.products.set(SIMPLE, goods);
  });
});
