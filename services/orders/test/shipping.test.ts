import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order, Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  type ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { fullOrder, orderId, orderRecord } from './support/orders.ts';
import {
  contextOf,
  unavailableClients,
  orderOf,
  refusalOf,
  serviceOn,
  drainEvents,
} from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let next = 0;
const shipping: Shipping = fullOrder('sto_a', 1).order.shipping!;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
});
afterAll(() => database.drop());
beforeEach(async () => void (await drainEvents(database.db)));

async function anOrder(fields: Partial<Order> = {}): Promise<string> {
  const n = ++next;
  const payment = { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING };
  const { lineItems } = fullOrder('sto_a', n).order;
  await orderInsertMany(database.db, 'sto_a', [
    orderRecord('sto_a', n, { source: OrderSource.PHONE, lineItems, shipping, payment, ...fields }),
  ]);
  return orderId(n);
}

const ctx = () => contextOf('sto_a');
const track = (id: string, trackingNumber?: string, trackingUrl?: string, context = ctx()) =>
  service.handlers.setOrderTracking(context, { id, trackingNumber, trackingUrl });
const edit = (id: string, fields: Partial<Shipping>) =>
  service.handlers.editShipping(ctx(), { id, shipping: { ...shipping, ...fields } });

describe('tracking data', () => {
  test('tracking data is stored, returned and published, and an absent field keeps its value', async () => {
    const id = await anOrder();
    const first = orderOf(await track(id, 'AR-9', 'https://envios.example/AR-9'));
    expect(first.shipping).toMatchObject({
      trackingNumber: 'AR-9',
      trackingUrl: 'https://envios.example/AR-9',
    });
    const second = orderOf(await track(first.orderNumber, 'AR-10'));
    expect(second.shipping).toMatchObject({
      trackingNumber: 'AR-10',
      trackingUrl: 'https://envios.example/AR-9',
    });
    expect(await service.order('sto_a', id)).toEqual(second);
    expect(await drainEvents(database.db)).toMatchObject(
      [2, 3].map((version) => ({
        type: 'order.updated',
        payload: { status: 'pending', changed: ['shipping'], stock: { version, state: 1 } },
      })),
    );
  });

  test('tracking data that the order has already changes nothing and publishes no event', async () => {
    const id = await anOrder();
    const order = orderOf(await track(id, 'AR-9'));
    await drainEvents(database.db);
    expect(orderOf(await track(id, 'AR-9'))).toEqual(order);
    expect(await drainEvents(database.db)).toEqual([]);
  });

  test('tracking data of a sale handed over at the counter or of an unknown order is refused', async () => {
    expect(await refusalOf(track(await anOrder({ shipping: undefined }), 'AR-9'))).toBe('no_shipping');
    expect(await refusalOf(track(orderId(9_999), 'AR-9'))).toBe('not_found');
    expect(await refusalOf(track(await anOrder(), 'AR-9', undefined, contextOf('sto_b')))).toBe('not_found');
  });

  test('tracking data is stored in every status', async () => {
    for (const status of ['pending', 'shipped', 'delivered', 'cancelled'])
      expect(orderOf(await track(await anOrder({ status }), 'AR-9')).shipping!.trackingNumber).toBe('AR-9');
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['x'.repeat(101), undefined],
    ['a\0b', undefined],
    [undefined, 'ftp://example.com'],
    [undefined, 'javascript:alert(1)'],
    [undefined, 'https://'],
    [undefined, 'https://a b'],
    [undefined, 'https://example.com/a\0'],
    [undefined, 'https://example.com/\ud800'],
    [undefined, ''],
    [undefined, `https://example.com/${'x'.repeat(2048)}`],
  ])('the tracking number %j with the URL %j is refused', async (number, url) => {
    expect(await refusalOf(track(await anOrder(), number, url))).toBe('invalid_request');
  });
});

const paidBy = (status: PaymentStatus, fields: Partial<Order> = {}) =>
  anOrder({ payment: { gateway: PaymentGateway.CARD_ONLINE, status }, ...fields });

describe('the shipping of an open order', () => {
  test('an edit replaces the shipping, and the total follows its price', async () => {
    const id = await anOrder();
    const before = await service.order('sto_a', id);
    const order = orderOf(
      await edit(id, { recipientName: 'Eva', priceCentavos: shipping.priceCentavos + 50 }),
    );
    expect(order.shipping).toEqual({
      ...shipping,
      recipientName: 'Eva',
      priceCentavos: shipping.priceCentavos + 50,
    });
    expect(order.totalCentavos).toBe(before.totalCentavos + 50);
    expect((await drainEvents(database.db))[0]!.payload).toMatchObject({ changed: ['shipping', 'total'] });
    expect(orderOf(await edit(id, order.shipping!))).toEqual(order);
    expect(await drainEvents(database.db)).toEqual([]);
  });

  test('a new price of a paid order leaves a balance due, and one of an authorized or shipped order is refused', async () => {
    const paid = await paidBy(PaymentStatus.PAID);
    await drainEvents(database.db);
    const dearer = { priceCentavos: shipping.priceCentavos + 1 };
    expect(orderOf(await edit(paid, dearer)).payment!.status).toBe(PaymentStatus.PENDING);
    expect((await drainEvents(database.db))[0]!.payload).toMatchObject({
      changed: ['shipping', 'total', 'payment'],
    });
    expect(orderOf(await edit(paid, shipping)).payment!.status).toBe(PaymentStatus.PAID);
    const authorized = await paidBy(PaymentStatus.AUTHORIZED);
    expect(await refusalOf(edit(authorized, dearer))).toBe('payment_begun');
    expect(orderOf(await edit(authorized, { carrier: 'Otro' })).shipping!.carrier).toBe('Otro');
    const shipped = await paidBy(PaymentStatus.PAID, { status: 'shipped' });
    expect(await refusalOf(edit(shipped, dearer))).toBe('not_editable');
    expect(orderOf(await edit(shipped, { carrier: 'Otro' })).shipping!.carrier).toBe('Otro');
  });

  test('an edit of an order without shipping or of an ended order is refused', async () => {
    expect(await refusalOf(edit(await anOrder({ shipping: undefined }), {}))).toBe('no_shipping');
    for (const status of ['delivered', 'cancelled', 'rejected', 'returned', 'expired'])
      expect(await refusalOf(edit(await anOrder({ status }), { carrier: 'x' }))).toBe('invalid_transition');
  });

  test('an invalid edit is refused with every bad field', async () => {
    const id = await anOrder();
    const bad = {
      methodType: 9 as ShippingMethod,
      methodName: '',
      priceCentavos: -1,
      address: undefined,
      carrier: '',
    };
    await expect(edit(id, bad)).rejects.toMatchObject({
      code: 'invalid_request',
      details: ['method_type', 'method_name', 'price_centavos', 'carrier', 'address'].map((field) => ({
        field: `shipping.${field}`,
      })),
    });
    expect(await refusalOf(service.handlers.editShipping(ctx(), { id, shipping: undefined }))).toBe(
      'invalid_request',
    );
  });
});
