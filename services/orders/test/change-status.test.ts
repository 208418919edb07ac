import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enumName } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { GetOrderHistoryResponse, Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { fullOrder, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, orderOf, refusalOf, serviceOn, drainEvents } from './support/service.ts';

const NOW = T0 + 60_000;
const RESERVED = 1;
const TAKEN = 2;

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
const move = (id: string, status: string, notes?: string, context = ctx()) =>
  service.handlers.setOrderStatus(context, { id, status, notes });
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

describe('a move forward', () => {
  test('a move is returned, readable, published once and recorded in the history', async () => {
    const id = await anOrder({ status: 'pending' });
    const order = orderOf(await move(id, 'preparing', 'En depósito'));
    expect(order).toMatchObject({ id, status: 'preparing', updatedAtMs: NOW });
    expect(await service.order('sto_a', id)).toEqual(order);
    expect(await drainEvents(database.db)).toEqual([
      {
        type: 'order.updated',
        id,
        at: order.updatedAtMs,
        actor: 'ins_a',
        payload: {
          status: 'preparing',
          previousStatus: 'pending',
          changed: ['status'],
          stock: { orderId: id, version: 2, state: RESERVED },
        },
      },
    ]);
    expect(await historyOf(id)).toEqual([
      ['created', undefined, 'pending', undefined, 'system'],
      ['status', 'pending', 'preparing', 'En depósito', 'installation'],
    ]);
    expect(others.stocks).toEqual([]);
  });

  test('a move to delivered takes the stock in inventory on behalf of the caller', async () => {
    const id = await anOrder({ status: 'confirmed' });
    await move(id, 'delivered');
    expect(others.stocks).toEqual([{ orderId: id, version: 2, state: TAKEN }]);
    expect(others.contexts[0]).toMatchObject({ storeId: 'sto_a', actor: { id: 'ins_a', appId: 'app_a' } });
    const [event] = await drainEvents(database.db);
    expect(event!.payload).toMatchObject({ stock: { version: 2, state: TAKEN } });
  });

  test('a move succeeds while inventory is down, because its event carries the same update', async () => {
    others.failing.setOrderStock = new Error('down');
    const id = await anOrder({ status: 'confirmed' });
    expect(orderOf(await move(id, 'delivered')).status).toBe('delivered');
    expect(await drainEvents(database.db)).toHaveLength(1);
  });

  test('a move finds the order by its number, and only in its own store', async () => {
    const id = await anOrder({ status: 'pending' });
    const number = (await service.order('sto_a', id)).orderNumber;
    expect(orderOf(await move(number, 'confirmed'))).toMatchObject({ id, status: 'confirmed' });
    const elsewhere = contextOf('sto_b');
    for (const key of [id, number, '0', '01001', 'x', '\0', '', '9'.repeat(40)])
      expect(await refusalOf(move(key, 'shipped', undefined, elsewhere))).toBe('not_found');
  });

  test('a move updates updated_at, which puts the order last in the list', async () => {
    const first = await anOrder({ status: 'pending' });
    await anOrder({ status: 'pending' });
    await move(first, 'confirmed');
    const [page] = await service.pages('sto_a', { updatedSinceMs: NOW });
    expect(page!.at(-1)!.id).toBe(first);
  });
});

describe('a move to the current status', () => {
  test('a move to the current status returns the order, publishes no event and changes nothing', async () => {
    const id = await anOrder({ status: 'preparing' });
    const before = await service.order('sto_a', id);
    expect(orderOf(await move(id, 'preparing'))).toEqual(before);
    expect(await service.order('sto_a', id)).toEqual(before);
    expect(await drainEvents(database.db)).toEqual([]);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('a move to the current status with notes adds only the notes to the history', async () => {
    const id = await anOrder({ status: 'preparing' });
    const before = await service.order('sto_a', id);
    expect(orderOf(await move(id, 'preparing', 'falta un bulto'))).toEqual(before);
    expect(await drainEvents(database.db)).toEqual([]);
    expect((await historyOf(id)).at(-1)).toEqual([
      'note',
      undefined,
      undefined,
      'falta un bulto',
      'installation',
    ]);
  });

  test('a move of a delivered order to delivered needs no payment confirmation', async () => {
    const id = await anOrder({
      status: 'delivered',
      payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING },
    });
    expect(orderOf(await move(id, 'delivered')).status).toBe('delivered');
  });
});

describe('a refused move', () => {
  test('a move backward or out of an end is refused', async () => {
    for (const [from, to] of [
      ['shipped', 'confirmed'],
      ['confirmed', 'pending'],
      ['delivered', 'shipped'],
      ['cancelled', 'confirmed'],
      ['rejected', 'delivered'],
      ['returned', 'delivered'],
      ['expired', 'shipped'],
    ])
      expect([from, to, await refusalOf(move(await anOrder({ status: from! }), to!))]).toEqual([
        from,
        to,
        'invalid_transition',
      ]);
  });

  test('a move to a bad end or to an unknown status is refused', async () => {
    const id = await anOrder({ status: 'pending' });
    for (const status of [
      'cancelled',
      'rejected',
      'returned',
      'expired',
      'packing',
      '',
      'PENDING',
      '__proto__',
    ])
      expect([status, await refusalOf(move(id, status))]).toEqual([status, 'invalid_request']);
  });

  test('a move with notes that are too long or cannot be stored is refused', async () => {
    const id = await anOrder({ status: 'pending' });
    for (const notes of ['x'.repeat(2001), '\0', '\ud800'])
      expect(await refusalOf(move(id, 'confirmed', notes))).toBe('invalid_request');
    expect(orderOf(await move(id, 'confirmed', 'x'.repeat(2000))).status).toBe('confirmed');
  });

  test('a refused move changes nothing and publishes no event', async () => {
    const id = await anOrder({ status: 'shipped' });
    const before = await service.order('sto_a', id);
    await refusalOf(move(id, 'confirmed', 'no'));
    expect(await service.order('sto_a', id)).toEqual(before);
    expect(await drainEvents(database.db)).toEqual([]);
    expect(await historyOf(id)).toHaveLength(2);
  });
});

describe('with an idempotency key', () => {
  test('a key moves an order once and replays the answer', async () => {
    const id = await anOrder({ status: 'pending' });
    const order = orderOf(await move(id, 'confirmed', 'una vez', ctx('k1', 'confirmed')));
    await move(id, 'shipped');
    const again = await move(id, 'confirmed', 'una vez', ctx('k1', 'confirmed'));
    expect(again).toBeInstanceOf(StoredAnswer);
    expect(order.status).toBe('confirmed');
    expect((await service.order('sto_a', id)).status).toBe('shipped');
    expect(await refusalOf(move(id, 'delivered', undefined, ctx('k1', 'other')))).toBe(
      'idempotency_conflict',
    );
  });

  test('a key replays a refusal after the state has changed', async () => {
    const id = await anOrder({
      status: 'pending',
      payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING },
    });
    const refused = () => refusalOf(move(id, 'expired', undefined, ctx('k2', 'expired')));
    expect(await refused()).toBe('invalid_request');
    expect(await refused()).toBe('invalid_request');
    for (let n = 0; n < 2; n++)
      expect(await refusalOf(move(orderId(999_999), 'confirmed', undefined, ctx('k3', 'missing')))).toBe(
        'not_found',
      );
  });
});

describe('concurrent moves', () => {
  test('concurrent moves only go forward, and each is published', async () => {
    const id = await anOrder({ status: 'pending' });
    const targets = ['confirmed', 'preparing', 'shipped', 'delivered'];
    const all = await Promise.all(Array.from({ length: 16 }, (_, n) => refusalOf(move(id, targets[n % 4]!))));
    for (const refusal of all) expect([undefined, 'invalid_transition']).toContain(refusal);
    expect((await service.order('sto_a', id)).status).toBe('delivered');
    const events = (await drainEvents(database.db)).map(
      ({ payload }) => payload as unknown as { previousStatus: string; status: string },
    );
    events.forEach((event, n) =>
      expect(event.previousStatus).toBe(n === 0 ? 'pending' : events[n - 1]!.status),
    );
    expect(events.at(-1)!.status).toBe('delivered');
  });
});
