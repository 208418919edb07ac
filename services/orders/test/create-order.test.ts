import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaidVia,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import {
  aRequest,
  CUSTOMER,
  INACTIVE,
  LARGE,
  LINES,
  NewOrders,
  NOW,
  SHOP,
  SIMPLE,
  SMALL,
  VARIABLE,
} from './support/new-orders.ts';
import { fullOrder, idOf } from './support/orders.ts';
import {
  contextOf,
  unavailableClients,
  orderOf,
  refusalOf,
  serviceOn,
  drainEvents,
} from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

describe('an order', () => {
  test('an order is priced by pricing, named by catalog, reserved, numbered and published', async () => {
    const order = orderOf(await orders.create({ priceListId: idOf('pl', 1) }));
    expect(order).toEqual({
      id: order.id,
      orderNumber: '1001',
      status: 'pending',
      source: OrderSource.ONLINE,
      shopId: SHOP,
      sellerShopIds: [SHOP],
      customer: { id: CUSTOMER, name: 'Ana', email: 'ana@example.com', phone: '11' },
      lineItems: [
        {
          productId: SIMPLE,
          sku: 'SKU-1',
          name: 'Producto 1',
          quantity: 2,
          unitPriceCentavos: 150_000,
          totalCentavos: 300_000,
          isCustom: false,
          cogsCentavos: 180_000,
        },
        { name: 'Grabado', quantity: 1, unitPriceCentavos: 5_000, totalCentavos: 5_000, isCustom: true },
        {
          productId: VARIABLE,
          variantId: SMALL,
          sku: 'SKU-V0',
          name: 'Producto 2 - M / 0',
          quantity: 3,
          unitPriceCentavos: 200_050,
          totalCentavos: 600_150,
          isCustom: false,
          cogsCentavos: undefined,
        },
      ],
      totalCentavos: 905_150 - 10_000 + 350_000,
      discountCentavos: 10_000,
      payment: { gateway: PaymentGateway.CARD_ONLINE, status: PaymentStatus.PENDING },
      shipping: fullOrder('sto_a', 1).order.shipping,
      createdAtMs: order.updatedAtMs,
      updatedAtMs: order.updatedAtMs,
    });
    expect(await orders.service.order('sto_a', '1001')).toEqual(order);
    expect(orders.others.resolved).toMatchObject([
      {
        shopId: SHOP,
        priceListId: idOf('pl', 1),
        items: [{ productId: SIMPLE }, { productId: VARIABLE, variantId: SMALL }],
      },
    ]);
    expect(orders.others.reserved).toEqual([
      {
        orderId: order.id,
        lines: [
          { shopId: SHOP, productId: SIMPLE, quantity: 2, field: 'lines[0]' },
          { shopId: SHOP, productId: VARIABLE, variantId: SMALL, quantity: 3, field: 'lines[2]' },
        ],
        expiresAtMs: NOW + 120_000,
      },
    ]);
    const stock = { orderId: order.id, version: 1, state: 1 };
    expect(orders.others.stocks).toEqual([stock]);
    expect(await drainEvents(orders.db)).toMatchObject([
      { type: 'order.created', id: order.id, at: order.createdAtMs, payload: { status: 'pending', stock } },
    ]);
    expect((await orders.counts()).drafts).toBe(0);
    expect(await orders.query('select kind, to_value, actor_id from order_event')).toEqual([
      { kind: 'created', to_value: 'pending', actor_id: 'ins_a' },
    ]);
  });

  test('a sale at the point of sale is delivered and paid, and both are published', async () => {
    const order = orderOf(
      await orders.create({
        source: OrderSource.POS,
        shipping: undefined,
        paymentGateway: PaymentGateway.CASH,
      }),
    );
    expect(order).toMatchObject({
      status: 'delivered',
      payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PAID },
    });
    const stock = { orderId: order.id, version: 1, state: 2 };
    expect(orders.others.stocks).toEqual([stock]);
    expect(await drainEvents(orders.db)).toMatchObject([
      { type: 'order.created', payload: { status: 'delivered', stock } },
      { type: 'order.paid', payload: { status: 'delivered', paidVia: PaidVia.POS } },
    ]);
    expect(await orders.query('select kind, to_value, paid_via from order_event order by position')).toEqual([
      { kind: 'created', to_value: 'delivered', paid_via: null },
      { kind: 'payment', to_value: 'paid', paid_via: 'pos' },
    ]);
  });

  test('a sale on a credit account stays pending, and order.paid is never published', async () => {
    const fields = {
      source: OrderSource.POS,
      shipping: undefined,
      paymentGateway: PaymentGateway.CREDIT_ACCOUNT,
    };
    expect(orderOf(await orders.create(fields))).toMatchObject({
      status: 'delivered',
      payment: { status: PaymentStatus.PENDING },
    });
    expect((await drainEvents(orders.db)).map(({ type }) => type)).toEqual(['order.created']);
  });

  test('an order without products of the catalog reserves nothing', async () => {
    const order = orderOf(
      await orders.create({ lines: [LINES[1]!], discountCentavos: 5_000, shipping: undefined }),
    );
    expect(order.totalCentavos).toBe(0);
    expect(orders.others.reserved).toEqual([]);
  });
});

const refused = async (fields: Partial<CreateOrderRequest>): Promise<string[]> => {
  const fault = await orders.create(fields).then(
    () => undefined,
    (error: unknown) => error as Fault,
  );
  expect(fault?.code).toBe('invalid_request');
  return fault!.details.map(({ field }) => field!);
};

describe('a refused order, of which nothing remains', () => {
  afterEach(async () => {
    expect(await orders.counts()).toMatchObject({ orders: 0, events: 0 });
    expect(await orders.query('select next_number from order_counter')).toEqual([]);
    expect(orders.others.stocks).toEqual([]);
  });

  test('an invalid request is refused with every bad field', async () => {
    expect(
      await refused({
        orderId: 'ord_x',
        source: 9 as OrderSource,
        paymentGateway: PaymentGateway.UNSPECIFIED,
        discountCentavos: -1,
        lines: [
          { quantity: 0, productId: SIMPLE },
          { quantity: 1 },
          { quantity: 1, productId: SIMPLE, name: 'x', unitPriceCentavos: 1 },
          { quantity: 1, name: '', unitPriceCentavos: -1 },
          { quantity: 1, variantId: SMALL, name: 'x', unitPriceCentavos: 1 },
        ],
      }),
    ).toEqual([
      'order_id',
      'source',
      'payment_gateway',
      'discount_centavos',
      'lines[0].quantity',
      'lines[1]',
      'lines[2]',
      'lines[3].name',
      'lines[3].unit_price_centavos',
      'lines[4].product_id',
    ]);
    expect(await refused({ lines: [] })).toEqual(['lines']);
    expect(await refused({ shopId: 'a\0', priceListId: '\0' })).toEqual(['shop_id', 'price_list_id']);
    expect(await refused({ lines: Array.from({ length: 501 }, () => LINES[0]!) })).toEqual(['lines']);
    expect(await refused({ source: OrderSource.POS })).toEqual(['shipping']);
    expect(await refused({ discountCentavos: 905_151 })).toEqual(['discount_centavos']);
    expect(await refused({ lines: [{ name: 'x', unitPriceCentavos: 10 ** 14, quantity: 2 }] })).toEqual([
      'lines[0]',
    ]);
  });

  test('a line whose cost exceeds the maximum amount is refused', async () => {
    const before = orders.others.prices.get(SIMPLE)!;
    orders.others.prices.set(SIMPLE, { price: 100, cost: 10 ** 14 });
    expect(await refused({ lines: [{ productId: SIMPLE, quantity: 1_000_000 }] })).toEqual(['lines[0]']);
    orders.others.prices.set(SIMPLE, before);
  });

  test('unknown shops, buyers and products and products that are not for sale are refused', async () => {
    expect(
      await refused({
        shopId: idOf('shp', 9),
        customerId: idOf('cus', 9),
        lines: [
          LINES[1]!,
          { productId: idOf('prd', 9), quantity: 1 },
          { productId: 'nonsense', quantity: 1 },
          { productId: INACTIVE, quantity: 1 },
          { productId: VARIABLE, quantity: 1 },
          { productId: VARIABLE, variantId: LARGE, quantity: 1 },
          { productId: VARIABLE, variantId: idOf('var', 9), quantity: 1 },
          { productId: SIMPLE, variantId: SMALL, quantity: 1 },
        ],
      }),
    ).toEqual([
      'shop_id',
      'customer_id',
      'lines[1].product_id',
      'lines[2].product_id',
      'lines[3].product_id',
      'lines[4].variant_id',
      'lines[5].variant_id',
      'lines[6].variant_id',
      'lines[7].variant_id',
    ]);
  });

  test('a refusal of pricing is reported with the field names of the order', async () => {
    orders.others.refusedPrices.set(1, { field: 'variant_id', message: 'No.' });
    expect(await refused({})).toEqual(['lines[2].variant_id']);
    orders.others.refusedPrices.clear();
    orders.others.failing.resolvePrices = new Fault('not_found', 'No.');
    expect(await refused({ priceListId: idOf('pl', 9) })).toEqual(['price_list_id']);
  });

  test('a total other than the one shown to the buyer is refused', async () => {
    const expectedTotalCentavos = 905_150 - 10_000 + 350_000;
    for (const wrong of [expectedTotalCentavos - 1, expectedTotalCentavos + 1, 0])
      expect(await refusalOf(orders.create({ expectedTotalCentavos: wrong }))).toBe('price_changed');
    expect(orders.others.reserved).toEqual([]);
    expect(await orders.counts()).toEqual({ orders: 0, drafts: 0, events: 0 });
    expect(orderOf(await orders.create({ expectedTotalCentavos })).totalCentavos).toBe(expectedTotalCentavos);
    await orders.reset();
  });

  test('insufficient stock is reported with the lines that lack it', async () => {
    orders.others.shortLines.add(1);
    await expect(orders.create()).rejects.toMatchObject({
      code: 'conflict',
      details: [{ reason: 'insufficient_stock', field: 'lines[2]', message: 'Only 1 left.' }],
    });
  });

  test('an order is unavailable while inventory or pricing is down', async () => {
    const unavailable = new Fault('unavailable', 'Down.');
    orders.others.failing.reserveStock = unavailable;
    expect(await refusalOf(orders.create())).toBe('unavailable');
    orders.others.failing = { resolvePrices: unavailable };
    expect(await refusalOf(orders.create())).toBe('unavailable');
    const alone = serviceOn(orders.db, unavailableClients());
    expect(
      await refusalOf(alone.handlers.createOrder(contextOf('sto_a'), aRequest()) as Promise<unknown>),
    ).toBe('unavailable');
  });
});
