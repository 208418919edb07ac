import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { migrations } from '../src/run.ts';
import { product, startNeighbours, type StandIns } from './neighbours.ts';
import { fullOrder, idOf, orderId } from './orders.ts';
import { contextOf, nobody, orderOf, refusalOf, serviceOn, takeTold } from './service.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const SHOP = idOf('shp', 1);
const [SIMPLE, VARIABLE, INACTIVE] = [1, 2, 3].map((n) => idOf('prd', n)) as [string, string, string];
const [SMALL, LARGE] = [1, 2].map((n) => idOf('var', n)) as [string, string];
const CUSTOMER = idOf('cus', 1);

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;
let nowMs = NOW;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  others = await startNeighbours();
  service = serviceOn(database.db, others.clients, { now: () => nowMs });
  others.shops.add(SHOP);
  others.products.set(SIMPLE, product(SIMPLE));
  others.products.set(VARIABLE, product(VARIABLE, { type: 'variable' }, [SMALL, LARGE]));
  others.products.get(VARIABLE)!.variants[1]!.isActive = false;
  others.products.set(INACTIVE, product(INACTIVE, { isActive: false }));
  others.prices.set(SIMPLE, { price: 150_000, cost: 90_000 });
  others.prices.set(SMALL, { price: 200_050, cost: 0 });
  const customer = {
    id: CUSTOMER,
    name: 'Ana',
    email: 'ana@example.com',
    phone: '11',
    customerType: 'individual',
  };
  others.customers.set(CUSTOMER, {
    ...customer,
    tags: [],
    shippingAddresses: [],
    createdAtMs: 0,
    updatedAtMs: 0,
  });
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(async () => {
  others.forget();
  nowMs = NOW;
  await database.db.pool.query(
    'truncate "order", order_line, order_event, order_draft, order_counter, store_clock, outbox',
  );
});

const LINES = [
  { productId: SIMPLE, quantity: 2 },
  { name: 'Grabado', unitPriceCentavos: 5_000, quantity: 1 },
  { productId: VARIABLE, variantId: SMALL, quantity: 3 },
];

/** An online order of two products and a custom line. */
const aRequest = (fields: Partial<CreateOrderRequest> = {}): CreateOrderRequest => ({
  source: 'online',
  shopId: SHOP,
  customerId: CUSTOMER,
  lines: LINES,
  shipping: fullOrder('sto_a', 1).order.shipping,
  paymentGateway: 'card_online',
  discountCentavos: 10_000,
  ...fields,
});

const create = (fields: Partial<CreateOrderRequest> = {}, key?: string, body?: string, store = 'sto_a') =>
  service.handlers.createOrder(contextOf(store, key, body), aRequest(fields));
const query = async (sql: string) => (await database.db.pool.query(sql)).rows;
const counts = async () =>
  (
    await query(
      'select (select count(*) from "order")::int orders, (select count(*) from order_draft)::int drafts, (select count(*) from outbox)::int events',
    )
  )[0];

describe('an order', () => {
  test('is priced by the engine, named by the catalog, reserved, numbered and told', async () => {
    const order = orderOf(await create({ priceListId: idOf('pl', 1) }));
    expect(order).toEqual({
      id: order.id,
      orderNumber: '1001',
      status: 'pending',
      source: 'online',
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
          cogsCentavos: 0,
        },
      ],
      totalCentavos: 905_150 - 10_000 + 350_000,
      discountCentavos: 10_000,
      payment: { gateway: 'card_online', status: 'pending' },
      shipping: fullOrder('sto_a', 1).order.shipping,
      createdAtMs: order.updatedAtMs,
      updatedAtMs: order.updatedAtMs,
    });
    expect(await service.order('sto_a', '1001')).toEqual(order);
    expect(others.resolved).toMatchObject([
      {
        shopId: SHOP,
        priceListId: idOf('pl', 1),
        items: [{ productId: SIMPLE }, { productId: VARIABLE, variantId: SMALL }],
      },
    ]);
    expect(others.reserved).toEqual([
      {
        orderId: order.id,
        lines: [
          { shopId: SHOP, productId: SIMPLE, quantity: 2 },
          { shopId: SHOP, productId: VARIABLE, variantId: SMALL, quantity: 3 },
        ],
        expiresAtMs: NOW + 120_000,
      },
    ]);
    const stock = { orderId: order.id, version: 1, state: 1 };
    expect(others.stocks).toEqual([stock]);
    expect(await takeTold(database.db)).toMatchObject([
      { type: 'order.created', id: order.id, at: order.createdAtMs, payload: { status: 'pending', stock } },
    ]);
    expect((await counts())!.drafts).toBe(0);
    expect(await query('select kind, to_value, actor_id from order_event')).toEqual([
      { kind: 'created', to_value: 'pending', actor_id: 'ins_a' },
    ]);
  });

  test('of the point of sale is delivered and paid, and tells both', async () => {
    const order = orderOf(await create({ source: 'pos', shipping: undefined, paymentGateway: 'cash' }));
    expect(order).toMatchObject({ status: 'delivered', payment: { gateway: 'cash', status: 'paid' } });
    const stock = { orderId: order.id, version: 1, state: 2 };
    expect(others.stocks).toEqual([stock]);
    expect(await takeTold(database.db)).toMatchObject([
      { type: 'order.created', payload: { status: 'delivered', stock } },
      { type: 'order.paid', payload: { status: 'delivered', paidVia: 'pos' } },
    ]);
    expect(await query('select kind, to_value, paid_via from order_event order by position')).toEqual([
      { kind: 'created', to_value: 'delivered', paid_via: null },
      { kind: 'payment', to_value: 'paid', paid_via: 'pos' },
    ]);
  });

  test('on a credit account is not paid yet, and never told as paid', async () => {
    const fields = { source: 'pos', shipping: undefined, paymentGateway: 'credit_account' };
    expect(orderOf(await create(fields))).toMatchObject({
      status: 'delivered',
      payment: { status: 'pending' },
    });
    expect((await takeTold(database.db)).map(({ type }) => type)).toEqual(['order.created']);
  });

  test('without goods of the catalogue reserves nothing', async () => {
    const order = orderOf(await create({ lines: [LINES[1]!], discountCentavos: 5_000, shipping: undefined }));
    expect(order.totalCentavos).toBe(0);
    expect(others.reserved).toEqual([]);
  });

  test('online and unpaid expires after the time that the store has set then; no other does', async () => {
    const expiries = async () => query('select source, expires_at from "order" order by created_at');
    await create();
    await service.handlers.putOrderSettings(contextOf('sto_a'), { settings: { orderExpiryMs: HOUR } });
    expect(await service.handlers.getOrderSettings(contextOf('sto_a'), {})).toEqual({
      settings: { orderExpiryMs: HOUR },
    });
    expect(await service.handlers.getOrderSettings(contextOf('sto_b'), {})).toEqual({
      settings: { orderExpiryMs: 48 * HOUR },
    });
    await create();
    await create({ paymentGateway: 'credit_account' });
    await create({ source: 'phone' });
    await create({ source: 'marketplace' });
    const all = (await expiries()).map(({ source, expires_at }) => [source, expires_at && expires_at - NOW]);
    expect(all.map(([source, ms]) => [source, ms && Math.round(ms / HOUR)])).toEqual([
      ['online', 48],
      ['online', 1],
      ['online', null],
      ['phone', null],
      ['marketplace', null],
    ]);
    for (const orderExpiryMs of [0, 59_999, 366 * 24 * HOUR])
      expect(
        await refusalOf(
          service.handlers.putOrderSettings(contextOf('sto_a'), {
            settings: { orderExpiryMs },
          }) as Promise<unknown>,
        ),
      ).toBe('invalid_request');
  });
});

describe('an order is refused, and nothing is left of it', () => {
  afterEach(async () => {
    expect(await counts()).toMatchObject({ orders: 0, events: 0 });
    expect(await query('select next_number from order_counter')).toEqual([]);
    expect(others.stocks).toEqual([]);
  });

  const refused = async (fields: Partial<CreateOrderRequest>): Promise<string[]> => {
    const fault = await create(fields).then(
      () => undefined,
      (error: unknown) => error as Fault,
    );
    expect(fault?.code).toBe('invalid_request');
    return fault!.details.map(({ field }) => field!);
  };

  test('for its form, every bad field named at once', async () => {
    expect(
      await refused({
        orderId: 'ord_x',
        source: 'web',
        paymentGateway: 'shells',
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
    expect(await refused({ lines: Array.from({ length: 501 }, () => LINES[0]!) })).toEqual(['lines']);
    expect(await refused({ source: 'pos' })).toEqual(['shipping']);
    expect(await refused({ discountCentavos: 905_151 })).toEqual(['discount_centavos']);
    expect(await refused({ lines: [{ name: 'x', unitPriceCentavos: 10 ** 14, quantity: 2 }] })).toEqual([
      'lines[0]',
    ]);
  });

  test('for products, buyer and shop that the store has not, or does not sell', async () => {
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

  test('for what the price engine does not know, in the terms of the order', async () => {
    const detail = (field: string) => ({ reason: 'invalid_value', field, message: 'Not known.' });
    others.failing.resolvePrices = new Fault('invalid_request', 'No.', {
      details: [detail('items[1].variant_id')],
    });
    expect(await refused({})).toEqual(['lines[2].variant_id']);
    others.failing.resolvePrices = new Fault('not_found', 'No.');
    expect(await refused({ priceListId: idOf('pl', 9) })).toEqual(['price_list_id']);
  });

  test('for stock that is not there, naming the lines that lack it', async () => {
    others.failing.reserveStock = conflict('insufficient_stock', 'Only 1 left.', 'lines[1]');
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      details: [{ reason: 'insufficient_stock', field: 'lines[2]', message: 'Only 1 left.' }],
    });
  });

  test('while inventory or pricing is away', async () => {
    const away = new Fault('unavailable', 'Away.');
    others.failing.reserveStock = away;
    expect(await refusalOf(create())).toBe('unavailable');
    others.failing = { resolvePrices: away };
    expect(await refusalOf(create())).toBe('unavailable');
    const alone = serviceOn(database.db, nobody());
    expect(
      await refusalOf(alone.handlers.createOrder(contextOf('sto_a'), aRequest()) as Promise<unknown>),
    ).toBe('unavailable');
  });
});

describe('one key', () => {
  test('makes one order with one number, however often and at once it is sent', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => refusalOf(create({}, 'k', 'b'))));
    for (const refusal of all) expect([undefined, 'idempotency_in_progress']).toContain(refusal);
    expect(await create({}, 'k', 'b')).toBeInstanceOf(StoredAnswer);
    expect(await counts()).toMatchObject({ orders: 1 });
    expect(await query('select next_number from order_counter')).toEqual([{ next_number: 1002 }]);
    expect(new Set(others.reserved.map(({ orderId: id }) => id)).size).toBe(1);
    expect(await refusalOf(create({}, 'k', 'other'))).toBe('idempotency_conflict');
  });

  test('gives a recorded refusal again without asking anybody', async () => {
    others.failing.reserveStock = conflict('insufficient_stock', 'None left.', 'lines[0]');
    expect(await refusalOf(create({}, 'r', 'b'))).toBe('insufficient_stock');
    others.forget();
    expect(await refusalOf(create({}, 'r', 'b'))).toBe('insufficient_stock');
    expect([others.resolved, others.reserved]).toEqual([[], []]);
  });

  test('runs again after an answer that was no answer', async () => {
    others.failing.reserveStock = new Fault('unavailable', 'Away.');
    expect(await refusalOf(create({}, 'u', 'b'))).toBe('unavailable');
    others.forget();
    expect(orderOf(await create({}, 'u', 'b')).orderNumber).toBe('1001');
  });
});

test('an order id that the caller gives makes one order, also at once, and tells it once', async () => {
  const id = orderId(77);
  const orders = await Promise.all(Array.from({ length: 6 }, () => create({ orderId: id })));
  for (const answer of orders) expect(orderOf(answer)).toMatchObject({ id, orderNumber: '1001' });
  expect(orderOf(await create({ orderId: id })).orderNumber).toBe('1001');
  expect(await counts()).toMatchObject({ orders: 1, events: 1, drafts: 0 });
});

test('numbers have no gap and no double when many are made at once and some fail, store by store', async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      if (n % 5 === 4) return refusalOf(create({ discountCentavos: 10 ** 13 }));
      return orderOf(await create({}, undefined, undefined, n % 2 === 0 ? 'sto_a' : 'sto_c')).orderNumber;
    }),
  );
  const numbers = await query('select store_id, order_number::int as n from "order" order by store_id, n');
  const of = (store: string) => numbers.filter(({ store_id }) => store_id === store).map(({ n }) => n);
  for (const store of ['sto_a', 'sto_c'])
    expect(of(store)).toEqual(Array.from({ length: 16 }, (_, n) => 1001 + n));
  expect(made.filter((answer) => answer === 'invalid_request')).toHaveLength(8);
});
