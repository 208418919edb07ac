import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enumName, enumValue } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { GetOrderHistoryResponse, Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  BadEnd,
  HistoryEntryKind,
  OrderSource,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { fullOrder, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, orderOf, refusalOf, serviceOn, drainEvents } from './support/service.ts';

const NOW = T0 + 60_000;
const RELEASED = 3;

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;
let next = 0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  others = await startClients();
  service = serviceOn(database.db, others.clients, { now: () => NOW });
});
afterAll(async () => {
  await others.close();
  await database.drop();
});
beforeEach(async () => {
  others.forget();
  await drainEvents(database.db);
});

/** Inserts an order into store A: by default online, paid by card and shipped by a carrier. */
async function anOrder(fields: Partial<Order> = {}): Promise<string> {
  const n = ++next;
  const paid = { gateway: PaymentGateway.CARD_ONLINE, status: PaymentStatus.PAID };
  const { shipping, lineItems } = fullOrder('sto_a', n).order;
  await orderInsertMany(database.db, 'sto_a', [
    orderRecord('sto_a', n, { source: OrderSource.ONLINE, payment: paid, shipping, lineItems, ...fields }),
  ]);
  return orderId(n);
}

const ctx = (key?: string, body?: string) => contextOf('sto_a', key, body);
const historyOf = async (id: string) =>
  (
    (await service.handlers.getOrderHistory(ctx(), {
      id,
      limit: 100,
      pageToken: Buffer.alloc(0),
    })) as GetOrderHistoryResponse
  ).entries.map(({ kind, from, to, notes, actorKind }) => [
    enumName(HistoryEntryKind, kind),
    from,
    to,
    notes,
    enumName(Actor_Kind, actorKind),
  ]);

describe('a bad end', () => {
  const ends = [
    { end: 'cancelled', call: 'cancelOrder', from: ['pending', 'confirmed', 'preparing', 'shipped'] },
    { end: 'rejected', call: 'rejectOrder', from: ['pending', 'confirmed', 'preparing', 'shipped'] },
    { end: 'returned', call: 'returnOrder', from: ['shipped', 'delivered'] },
  ] as const;
  const all = [
    'pending',
    'confirmed',
    'preparing',
    'shipped',
    'delivered',
    'cancelled',
    'rejected',
    'returned',
  ];

  test.each(ends)(
    '$call is allowed from certain statuses, refunds the payment and publishes the reason',
    async (row) => {
      const { end, call, from } = row;
      for (const status of [...all, 'expired'].filter((s) => s !== end)) {
        others.forget();
        const id = await anOrder({ status });
        const work = service.handlers[call](ctx(), { id, notes: 'porque sí' });
        if (!(from as readonly string[]).includes(status)) {
          expect([status, await refusalOf(work)]).toEqual([status, 'invalid_transition']);
          continue;
        }
        expect(orderOf(await work)).toMatchObject({
          status: end,
          payment: { status: PaymentStatus.REFUNDED },
        });
        const stock = { orderId: id, version: 2, state: RELEASED };
        expect(await drainEvents(database.db)).toMatchObject([
          {
            type: 'order.cancelled',
            payload: {
              status: end,
              previousStatus: status,
              changed: ['status', 'payment'],
              reason: enumValue(BadEnd, end),
              stock,
            },
          },
        ]);
        expect(others.stocks).toEqual([stock]);
        expect((await historyOf(id)).slice(-2)).toEqual([
          ['status', status, end, 'porque sí', 'installation'],
          ['refund', 'paid', 'refunded', undefined, 'installation'],
        ]);
      }
    },
  );

  test.each(ends)(
    '$call of an order with this status returns the order and publishes no event',
    async ({ end, call }) => {
      const id = await anOrder({ status: end });
      expect(orderOf(await service.handlers[call](ctx(), { id, notes: undefined })).status).toBe(end);
      expect(await drainEvents(database.db)).toEqual([]);
    },
  );

  test('a bad end voids an authorization and keeps the status of an unpaid payment', async () => {
    for (const [before, after] of [
      ['authorized', 'failed'],
      ['pending', 'pending'],
      ['failed', 'failed'],
    ] as const) {
      const payment = { gateway: PaymentGateway.CARD_ONLINE, status: enumValue(PaymentStatus, before) };
      const id = await anOrder({ status: 'pending', payment });
      const order = orderOf(await service.handlers.cancelOrder(ctx(), { id, notes: undefined }));
      expect(order.payment!.status).toBe(enumValue(PaymentStatus, after));
    }
  });
});
