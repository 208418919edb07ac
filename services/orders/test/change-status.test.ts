import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { fullOrder, orderId, orderRecord, T0 } from './support/orders.ts';
import { contextOf, orderOf, refusalOf, serviceOn, takeTold } from './support/service.ts';

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
  await takeTold(database.db);
});

/** A new order in store A: online, paid by card, to be carried, unless it is said otherwise. */
async function anOrder(fields: Partial<Order> = {}): Promise<string> {
  const n = ++next;
  const paid = { gateway: 'card_online', status: 'paid' };
  const { shipping } = fullOrder('sto_a', n).order;
  await orderInsertMany(database.db, 'sto_a', [
    orderRecord('sto_a', n, { source: 'online', payment: paid, shipping, ...fields }),
  ]);
  return orderId(n);
}

const ctx = (key?: string, body?: string) => contextOf('sto_a', key, body);
const move = (id: string, status: string, notes?: string, context = ctx()) =>
  service.handlers.setOrderStatus(context, { id, status, notes });
const historyOf = async (id: string) =>
  (
    (await service.handlers.getOrderHistory(ctx(), { id, limit: 100, pageToken: Buffer.alloc(0) })) as {
      entries: { kind: string; from?: string; to?: string; notes?: string; actorKind: string }[];
    }
  ).entries.map(({ kind, from, to, notes, actorKind }) => [kind, from, to, notes, actorKind]);

describe('a move forward', () => {
  test('is answered, read, told once with its meta, and kept in the history', async () => {
    const id = await anOrder({ status: 'pending' });
    const order = orderOf(await move(id, 'preparing', 'En depósito'));
    expect(order).toMatchObject({ id, status: 'preparing', updatedAtMs: NOW });
    expect(await service.order('sto_a', id)).toEqual(order);
    expect(await takeTold(database.db)).toEqual([
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

  test('to delivered takes the goods, and says so to inventory for the one who asked', async () => {
    const id = await anOrder({ status: 'confirmed' });
    await move(id, 'delivered');
    expect(others.stocks).toEqual([{ orderId: id, version: 2, state: TAKEN }]);
    expect(others.contexts[0]).toMatchObject({ storeId: 'sto_a', actor: { id: 'ins_a', appId: 'app_a' } });
    const [event] = await takeTold(database.db);
    expect(event!.payload).toMatchObject({ stock: { version: 2, state: TAKEN } });
  });

  test('is done although inventory is away: its event tells the same', async () => {
    others.failing.setOrderStock = new Error('away');
    const id = await anOrder({ status: 'confirmed' });
    expect(orderOf(await move(id, 'delivered')).status).toBe('delivered');
    expect(await takeTold(database.db)).toHaveLength(1);
  });

  test('finds the order by its number, in its own store only', async () => {
    const id = await anOrder({ status: 'pending' });
    const number = (await service.order('sto_a', id)).orderNumber;
    expect(orderOf(await move(number, 'confirmed'))).toMatchObject({ id, status: 'confirmed' });
    const elsewhere = contextOf('sto_b');
    for (const key of [id, number, '0', '01001', 'x', '\0', '', '9'.repeat(40)])
      expect(await refusalOf(move(key, 'shipped', undefined, elsewhere))).toBe('not_found');
  });

  test('moves updated_at on, so that the order is the last of the list', async () => {
    const first = await anOrder({ status: 'pending' });
    await anOrder({ status: 'pending' });
    await move(first, 'confirmed');
    const [page] = await service.pages('sto_a', { updatedSinceMs: NOW });
    expect(page!.at(-1)!.id).toBe(first);
  });
});

describe('the same status again', () => {
  test('answers the order, tells nobody and changes nothing', async () => {
    const id = await anOrder({ status: 'preparing' });
    const before = await service.order('sto_a', id);
    expect(orderOf(await move(id, 'preparing'))).toEqual(before);
    expect(await service.order('sto_a', id)).toEqual(before);
    expect(await takeTold(database.db)).toEqual([]);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('keeps notes in the history, and that alone', async () => {
    const id = await anOrder({ status: 'preparing' });
    const before = await service.order('sto_a', id);
    expect(orderOf(await move(id, 'preparing', 'falta un bulto'))).toEqual(before);
    expect(await takeTold(database.db)).toEqual([]);
    expect((await historyOf(id)).at(-1)).toEqual([
      'note',
      undefined,
      undefined,
      'falta un bulto',
      'installation',
    ]);
  });

  test('of a delivered order asks for no confirmation', async () => {
    const id = await anOrder({ status: 'delivered', payment: { gateway: 'cash', status: 'pending' } });
    expect(orderOf(await move(id, 'delivered')).status).toBe('delivered');
  });
});

describe('a move is refused', () => {
  test('backward, and out of an end', async () => {
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

  test('to a bad end and to any name that is none', async () => {
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

  test('with notes that are too long or cannot be stored', async () => {
    const id = await anOrder({ status: 'pending' });
    for (const notes of ['x'.repeat(2001), '\0', '\ud800'])
      expect(await refusalOf(move(id, 'confirmed', notes))).toBe('invalid_request');
    expect(orderOf(await move(id, 'confirmed', 'x'.repeat(2000))).status).toBe('confirmed');
  });

  test('and leaves nothing behind', async () => {
    const id = await anOrder({ status: 'shipped' });
    const before = await service.order('sto_a', id);
    await refusalOf(move(id, 'confirmed', 'no'));
    expect(await service.order('sto_a', id)).toEqual(before);
    expect(await takeTold(database.db)).toEqual([]);
    expect(await historyOf(id)).toHaveLength(2);
  });
});

describe('with an idempotency key', () => {
  test('a move is done once, and its answer is given again', async () => {
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

  test('a refusal is given again although the state has changed', async () => {
    const id = await anOrder({ status: 'pending', payment: { gateway: 'cash', status: 'pending' } });
    const refused = () => refusalOf(move(id, 'expired', undefined, ctx('k2', 'expired')));
    expect(await refused()).toBe('invalid_request');
    expect(await refused()).toBe('invalid_request');
    for (let n = 0; n < 2; n++)
      expect(await refusalOf(move(orderId(999_999), 'confirmed', undefined, ctx('k3', 'missing')))).toBe(
        'not_found',
      );
  });
});

describe('of many moves at once', () => {
  test('each is forward, and each is told', async () => {
    const id = await anOrder({ status: 'pending' });
    const targets = ['confirmed', 'preparing', 'shipped', 'delivered'];
    const all = await Promise.all(Array.from({ length: 16 }, (_, n) => refusalOf(move(id, targets[n % 4]!))));
    for (const refusal of all) expect([undefined, 'invalid_transition']).toContain(refusal);
    expect((await service.order('sto_a', id)).status).toBe('delivered');
    const told = (await takeTold(database.db)).map(
      ({ payload }) => payload as unknown as { previousStatus: string; status: string },
    );
    told.forEach((event, n) => expect(event.previousStatus).toBe(n === 0 ? 'pending' : told[n - 1]!.status));
    expect(told.at(-1)!.status).toBe('delivered');
  });
});
