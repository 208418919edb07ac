import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { OrderCancelled, OrderPaid } from '@commerce/proto/commerce/orders/v1/events.ts';
import { OrdersServiceService, type CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  BadEnd,
  OrderSource,
  PaidVia,
  PaymentGateway,
  PaymentPath,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { random } from '@commerce/service-kit/testing/random.ts';
import { AppClient } from '../support/install-app.ts';
import { listen, type Listener } from '../support/listen.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo, processes } = platform();
const store = demo.stores[1];

let listener: Listener;
let client: WritingClient;
let channel: GrpcChannel;
let orders: ClientOf<typeof OrdersServiceService>;
let shop: string;
let product: string;

beforeAll(async () => {
  listener = await listen();
  const app = new AppClient(gateways[0], await newApp());
  client = new WritingClient(gateways[0], (await app.install(store.owner)).access_token);
  channel = new GrpcChannel(processes['orders']!.address, [OrdersServiceService]);
  orders = channel.service(OrdersServiceService);
  shop = (await client.get('/shops?limit=1')).body.data[0].id;
});
afterAll(async () => {
  channel.close();
  await listener.close();
});
beforeEach(async () => {
  product = (await client.newProduct({ sku: 'ORD-1' })).id;
  await client.send('PATCH', `/products/${product}`, { body: { visibility: 'PUBLIC' } });
  await client.send('PUT', `/prices/${product}`, { body: { price: 1000.55 } });
  await adjust(10);
});

const adjust = (delta: number) =>
  client.send('POST', '/stock/adjustments', { key: randomUUID(), body: { shop, product, delta } });

/** A team member of the store. */
const seller = (): Context => ({
  storeId: store.id,
  actor: { kind: Actor_Kind.PERSON, id: 'per_test', appId: '' },
  requestId: 'orders-test',
  deadlineMs: deadlineIn(30_000),
});

const wanted = (fields: Partial<CreateOrderRequest> = {}): CreateOrderRequest => ({
  source: OrderSource.ONLINE,
  shopId: shop,
  lines: [{ productId: product, quantity: 3 }],
  shipping: undefined,
  paymentGateway: PaymentGateway.CARD_ONLINE,
  payments: [],
  discountCentavos: 0,
  ...fields,
});

async function make(fields: Partial<CreateOrderRequest> = {}) {
  const { order } = await orders.createOrder(seller(), wanted(fields));
  return order!;
}

async function stock(): Promise<[onHand: number, available: number]> {
  const [row] = (await client.get(`/stock?shop=${shop}&product=${product}`)).body.data;
  return [row.on_hand, row.available];
}

const typesOf = (subjectId: string): string[] =>
  listener.events.filter((event) => event.subjectId === subjectId).map(({ type }) => type);

const about = (subjectId: string, type: string) => (event: Event) =>
  event.subjectId === subjectId && event.type === type;

describe('orders', () => {
  test('an order has the prices of GET /prices, reserves stock and is published with its creator as actor', async () => {
    const [row] = (await client.get(`/prices?shop=${shop}&product=${product}`)).body.data;
    const { id } = await make();
    const order = (await client.get(`/orders/${id}`)).body.data;
    expect(order.line_items).toMatchObject([
      { product_id: product, sku: 'ORD-1', quantity: 3, unit_price: row.price, is_custom: false },
    ]);
    expect(order.total).toBeCloseTo(row.price * 3, 2);
    expect([order.status, order.source, order.payment]).toEqual([
      'pending',
      'online',
      { gateway: 'card_online', status: 'pending' },
    ]);
    expect(await stock()).toEqual([10, 7]);
    const [created] = await listener.until(1, about(id, 'order.created'));
    expect(created!.actor).toMatchObject({ kind: Actor_Kind.PERSON, id: 'per_test' });
    // The stock change that the order causes has the same actor.
    const [changed] = await listener.until(
      1,
      (event) =>
        event.type === 'stock.changed' &&
        StockChanged.decode(event.payload).productId === product &&
        StockChanged.decode(event.payload).available === 7,
    );
    expect(changed!.actor).toMatchObject({ kind: Actor_Kind.PERSON, id: 'per_test' });
  });

  test('a POS sale is delivered and paid and reduces the stock', async () => {
    const { id, status } = await make({ source: OrderSource.POS, paymentGateway: PaymentGateway.CASH });
    expect(status).toBe('delivered');
    expect(await stock()).toEqual([7, 7]);
    const [paid] = await listener.until(1, about(id, 'order.paid'));
    expect(OrderPaid.decode(paid!.payload)).toEqual({ status: 'delivered', paidVia: PaidVia.POS });
    expect(typesOf(id)).toEqual(['order.created', 'order.paid']);
  });

  test('an order that exceeds the stock creates nothing', async () => {
    await expect(make({ lines: [{ productId: product, quantity: 11 }] })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ reason: 'insufficient_stock' }],
    });
    expect(await stock()).toEqual([10, 10]);
  });

  test('of forty concurrent orders for ten units, as many succeed as there is stock for', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 40 }, () => make({ lines: [{ productId: product, quantity: 1 }] })),
    );
    const numbers = made.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.orderNumber] : [],
    );
    expect(new Set(numbers).size).toBe(10);
    expect(await stock()).toEqual([10, 0]);
  });

  test('an order paid concurrently by several paths is paid once', async () => {
    const [{ id }, { id: later }] = [await make(), await make()];
    const { CARD, ONLINE, TERMINAL } = PaymentPath;
    const paths = [CARD, ONLINE, TERMINAL, CARD, ONLINE];
    await Promise.all(paths.map((path) => orders.recordPayment(seller(), { id, path, outcome: 1 })));
    await orders.recordPayment(seller(), { id: later, path: CARD, outcome: 1 });
    await listener.until(1, about(later, 'order.paid'));
    expect(typesOf(id).filter((type) => type === 'order.paid')).toHaveLength(1);
  });

  test('a cancelled order releases its stock and its status cannot change any more', async () => {
    const { id } = await make();
    await orders.cancelOrder(seller(), { id });
    const [cancelled] = await listener.until(1, about(id, 'order.cancelled'));
    expect(OrderCancelled.decode(cancelled!.payload)).toMatchObject({
      status: 'cancelled',
      previousStatus: 'pending',
      reason: BadEnd.CANCELLED,
    });
    await listener.until(
      1,
      ({ type, payload }) =>
        type === 'stock.changed' &&
        StockChanged.decode(payload).productId === product &&
        StockChanged.decode(payload).version >= 3,
    );
    expect(await stock()).toEqual([10, 10]);
    const moved = await client.send('POST', `/orders/${id}/status`, { body: { status: 'shipped' } });
    expect([moved.status, moved.body.details[0].reason]).toEqual([409, 'invalid_transition']);
  });

  test('an open order prevents its product from being retired until it is completed', async () => {
    const { id } = await make();
    const refused = await client.send('DELETE', `/products/${product}`);
    expect([refused.status, refused.body.details[0].reason]).toEqual([409, 'has_reservations']);
    await orders.cancelOrder(seller(), { id });
    expect((await client.untilAnswered('DELETE', `/products/${product}`, {})).status).toBe(200);
  });

  test('of an order and a concurrent retirement of its product exactly one takes effect completely', async () => {
    for (let round = 0; round < 12; round++) {
      const { id: contested } = await client.newProduct();
      await adjustOf(contested, 1);
      const later = new Promise((resolve) => setTimeout(resolve, random() * 25));
      const [sold, retired] = await Promise.all([
        make({ lines: [{ productId: contested, quantity: 1 }] }).then(
          () => true,
          () => false,
        ),
        later.then(async () => (await client.send('DELETE', `/products/${contested}`)).status === 200),
      ]);
      expect([sold, retired].filter(Boolean)).toHaveLength(1);
    }
  });
});

const adjustOf = (id: string, delta: number) =>
  client.send('POST', '/stock/adjustments', { key: randomUUID(), body: { shop, product: id, delta } });

describe('concurrent writers', () => {
  test('of concurrent writers with the same expected price exactly one wins', async () => {
    const expected = { price: 1000.55 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        client.send('PUT', `/prices/${product}`, { body: { price: 2000 + n, expected } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(7);
    for (const { body } of lost) expect(body.details[0].reason).toBe('price_changed');
  });

  test('of two hundred concurrent decrements of a stock of one hundred exactly one hundred succeed', async () => {
    await adjust(90);
    const answers = await Promise.all(Array.from({ length: 200 }, () => adjust(-1)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(100);
    expect(await stock()).toEqual([0, 0]);
  });
});
