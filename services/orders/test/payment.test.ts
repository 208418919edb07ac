import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enumName, enumNames, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { OrderPaid } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { GetOrderHistoryResponse, Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaidVia,
  PaymentGateway,
  PaymentOutcome,
  PaymentPath,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import type { GatewayName, PaymentStatusName } from '../src/domain/payment.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { fullOrder, orderId, orderRecord } from './support/orders.ts';
import { contextOf, orderOf, refusalOf, serviceOn, drainEvents } from './support/service.ts';

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;
let next = 0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  others = await startClients();
  service = serviceOn(database.db, others.clients);
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(async () => void (await drainEvents(database.db)));

async function anOrder(
  gateway: GatewayName,
  status: PaymentStatusName,
  methodType?: EnumName<typeof ShippingMethod>,
  fields: Partial<Order> = {},
) {
  const n = ++next;
  const { shipping, lineItems } = fullOrder('sto_a', n).order;
  await orderInsertMany(database.db, 'sto_a', [
    orderRecord('sto_a', n, {
      lineItems,
      source: OrderSource.PHONE,
      payment: { gateway: enumValue(PaymentGateway, gateway), status: enumValue(PaymentStatus, status) },
      shipping:
        methodType === undefined
          ? undefined
          : { ...shipping!, methodType: enumValue(ShippingMethod, methodType) },
      ...fields,
    }),
  ]);
  return orderId(n);
}

const ctx = (key?: string, body?: string) => contextOf('sto_a', key, body);
const deliver = (id: string) =>
  service.handlers.setOrderStatus(ctx(), { id, status: 'delivered', notes: undefined });
const record = (id: string, path: PaymentPath, outcome: PaymentOutcome = PaymentOutcome.PAID) =>
  service.handlers.recordPayment(ctx(), { id, path, outcome });
const confirm = (id: string) => service.handlers.confirmPayment(ctx(), { id });
const confirmCash = (id: string) =>
  service.handlers.confirmPayment(ctx(), { id, gateway: PaymentGateway.CASH });
const paidEvents = async () => (await drainEvents(database.db)).filter(({ type }) => type === 'order.paid');

const expiryOf = async (id: string): Promise<number | undefined> =>
  (
    await database.db.pool.query('select expires_at from "order" where id = $1', [id])
  ).rows[0].expires_at?.getTime();
const online = (status: PaymentStatusName, fields: Partial<Order> = {}) =>
  anOrder('card_online', status, 'carrier', { source: OrderSource.ONLINE, ...fields });

describe('delivering', () => {
  const handovers = ['pickup', 'local_delivery', undefined, 'carrier'] as const;
  const statuses = enumNames(PaymentStatus);
  const unpaid = ['pending', 'authorized', 'refunded', 'failed'];
  // The rule as documented.
  const needed: Record<string, string[]> = {
    cash: unpaid,
    bank_transfer: unpaid,
    card_online: ['pending', 'failed'],
  };

  test.each(enumNames(PaymentGateway))(
    'an order to be paid by %s needs a confirmation as documented before it is delivered',
    async (gateway) => {
      for (const handover of handovers)
        for (const status of statuses) {
          const expected =
            handover !== 'carrier' && needed[gateway]?.includes(status)
              ? 'payment_confirmation_required'
              : undefined;
          const refusal = await refusalOf(deliver(await anOrder(gateway, status, handover)));
          expect([handover, status, refusal]).toEqual([handover, status, expected]);
        }
    },
  );

  test('an order is delivered once the merchant has confirmed the payment, which is published as paid', async () => {
    const id = await anOrder('cash', 'pending', 'pickup');
    expect(await refusalOf(deliver(id))).toBe('payment_confirmation_required');
    expect(await drainEvents(database.db)).toEqual([]);
    expect(orderOf(await confirm(id)).payment).toEqual({
      gateway: PaymentGateway.CASH,
      status: PaymentStatus.PAID,
    });
    expect(await drainEvents(database.db)).toMatchObject([
      {
        type: 'order.updated',
        payload: { status: 'pending', changed: ['payment'], stock: { version: 2, state: 1 } },
      },
      { type: 'order.paid', payload: { status: 'pending', paidVia: PaidVia.DELIVERY_CONFIRMATION } },
    ]);
    expect(orderOf(await deliver(id)).status).toBe('delivered');
    expect(await paidEvents()).toEqual([]);
    const { rows } = await database.db.pool.query(
      'select paid_via, payment_confirmed_at = paid_at as confirmed from "order" where id = $1',
      [id],
    );
    expect(rows).toEqual([{ paid_via: 'delivery_confirmation', confirmed: true }]);
  });

  test('steps other than delivered need no confirmation', async () => {
    const id = await anOrder('cash', 'pending', 'pickup');
    for (const status of ['confirmed', 'preparing', 'shipped'])
      expect(await refusalOf(service.handlers.setOrderStatus(ctx(), { id, status, notes: undefined }))).toBe(
        undefined,
      );
  });
});

describe('a payment', () => {
  test('a payment detected by five paths at once is published once, by the first path', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await anOrder('cash', 'pending', 'pickup');
      const { CARD, ONLINE, TERMINAL, BANK_TRANSFER } = PaymentPath;
      const answers = await Promise.all([
        ...[CARD, ONLINE, TERMINAL, BANK_TRANSFER].map((path) => record(id, path)),
        confirm(id),
      ]);
      for (const answer of answers) expect(orderOf(answer).payment!.status).toBe(PaymentStatus.PAID);
      const events = await drainEvents(database.db);
      expect(events.map(({ type }) => type)).toEqual(['order.updated', 'order.paid']);
      const { rows } = await database.db.pool.query('select paid_via, version from "order" where id = $1', [
        id,
      ]);
      expect(rows).toEqual([
        { paid_via: enumName(PaidVia, (events[1]!.payload as OrderPaid).paidVia), version: 2 },
      ]);
    }
  });

  test.each([
    [PaymentPath.CARD, 'card'],
    [PaymentPath.ONLINE, 'online'],
    [PaymentPath.TERMINAL, 'terminal'],
    [PaymentPath.BANK_TRANSFER, 'online'],
  ] as const)('a payment detected by path %s is published as %s', async (path, paidVia) => {
    const id = await anOrder('card_online', 'pending', 'carrier');
    await record(id, path);
    expect((await paidEvents()).map(({ payload }) => payload)).toEqual([
      { status: 'pending', paidVia: enumValue(PaidVia, paidVia) },
    ]);
  });

  test.each([
    [PaymentPath.CARD, 'card_online'],
    [PaymentPath.ONLINE, 'card_online'],
    [PaymentPath.TERMINAL, 'card_terminal'],
    [PaymentPath.BANK_TRANSFER, 'bank_transfer'],
    [undefined, 'cash'],
  ] as const)(
    'a payment detected by path %s is recorded in the history as paid by %s',
    async (path, gateway) => {
      const id = await anOrder('cash', 'pending', 'pickup');
      await (path === undefined ? confirm(id) : record(id, path));
      const { entries } = (await service.handlers.getOrderHistory(ctx(), {
        id,
        limit: 100,
        pageToken: Buffer.alloc(0),
      })) as GetOrderHistoryResponse;
      const payments = entries.filter(({ kind }) => kind === HistoryEntryKind.PAYMENT);
      expect(payments.map((entry) => entry.gateway)).toEqual([enumValue(PaymentGateway, gateway)]);
    },
  );

  test('a payment of a credit account is recorded but not published as paid', async () => {
    for (const pay of [(id: string) => record(id, PaymentPath.BANK_TRANSFER), confirmCash]) {
      const id = await anOrder('credit_account', 'pending', 'carrier');
      expect(orderOf(await pay(id)).payment!.status).toBe(PaymentStatus.PAID);
      expect((await drainEvents(database.db)).map(({ type }) => type)).toEqual(['order.updated']);
    }
  });

  test('an order with a bad end and a refunded order refuse a payment', async () => {
    for (const status of ['cancelled', 'rejected', 'returned', 'expired'])
      expect(
        await refusalOf(record(await anOrder('cash', 'pending', 'pickup', { status }), PaymentPath.CARD)),
      ).toBe('invalid_transition');
    const id = await anOrder('cash', 'paid', 'pickup');
    await service.handlers.cancelOrder(ctx(), { id, notes: undefined });
    expect(await refusalOf(confirm(id))).toBe('invalid_transition');
  });

  test('a payment by an unknown path is refused', async () => {
    const id = await anOrder('cash', 'pending', 'pickup');
    for (const path of [PaymentPath.UNSPECIFIED, 99 as PaymentPath])
      expect(await refusalOf(record(id, path))).toBe('invalid_request');
  });

  test('a payment without an outcome is refused', async () => {
    const id = await anOrder('cash', 'pending', 'pickup');
    expect(await refusalOf(record(id, PaymentPath.CARD, PaymentOutcome.UNSPECIFIED))).toBe('invalid_request');
  });

  test('a paid order that is cancelled is not published as paid again', async () => {
    const id = await anOrder('card_online', 'pending', 'carrier');
    await record(id, PaymentPath.ONLINE);
    await service.handlers.cancelOrder(ctx(), { id, notes: undefined });
    expect((await drainEvents(database.db)).map(({ type }) => type)).toEqual([
      'order.updated',
      'order.paid',
      'order.cancelled',
    ]);
  });
});

describe('an authorized or failed payment', () => {
  const { AUTHORIZED, FAILED, PAID } = PaymentOutcome;
  const { ONLINE } = PaymentPath;
  test('an authorization stops and a failure restarts the expiry, and both are published and recorded', async () => {
    const id = await online('pending');
    const first = await expiryOf(id);
    expect(first).toBeGreaterThan(0);
    expect(orderOf(await record(id, ONLINE, FAILED)).payment!.status).toBe(PaymentStatus.FAILED);
    expect(await expiryOf(id)).toBe(first);
    expect(orderOf(await record(id, ONLINE, AUTHORIZED)).payment!.status).toBe(PaymentStatus.AUTHORIZED);
    expect(await expiryOf(id)).toBeUndefined();
    expect(orderOf(await record(id, ONLINE, FAILED)).payment!.status).toBe(PaymentStatus.FAILED);
    expect(await expiryOf(id)).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    await record(id, ONLINE, FAILED);
    expect(orderOf(await record(id, ONLINE, PAID)).payment!.status).toBe(PaymentStatus.PAID);
    const events = await drainEvents(database.db);
    expect(events.map(({ type }) => type)).toEqual([...Array<string>(4).fill('order.updated'), 'order.paid']);
    const { entries } = (await service.handlers.getOrderHistory(ctx(), {
      id,
      limit: 9,
      pageToken: Buffer.alloc(0),
    })) as {
      entries: { from?: string; to?: string }[];
    };
    expect(entries.slice(-4).map(({ from, to }) => [from, to])).toEqual([
      ['pending', 'failed'],
      ['failed', 'authorized'],
      ['authorized', 'failed'],
      ['failed', 'paid'],
    ]);
  });

  test('a failed payment of a shipped order does not restart the expiry', async () => {
    const id = await online('authorized', { status: 'shipped' });
    await record(id, ONLINE, FAILED);
    expect(await expiryOf(id)).toBeUndefined();
  });

  test.each([
    ['paid', 'pending'],
    ['refunded', 'cancelled'],
    ['pending', 'cancelled'],
  ] as const)('an outcome for a %s payment of a %s order is refused', async (payment, status) => {
    const id = await online(payment, { status });
    expect(await refusalOf(record(id, ONLINE, AUTHORIZED))).toBe('invalid_transition');
    expect(await refusalOf(record(id, ONLINE, FAILED))).toBe('invalid_transition');
  });
});
