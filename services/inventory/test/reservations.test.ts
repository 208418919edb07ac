import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { Database } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { expireReservations } from '../src/jobs/expire-reservations.ts';
import { reserve } from '../src/orders/reserve.ts';
import { setOrderStock } from '../src/orders/set-order-stock.ts';
import { buryProduct } from '../src/products/bury.ts';
import { migrations } from '../src/run.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { contradictions, item, newStore, product, stockOf, toldStock } from './support/stock.ts';

let database: TestDatabase;
let db: Database;
let service: TestService;
let nowMs: number;
const clock = { now: () => nowMs };
const { RESERVED, TAKEN, RELEASED } = OrderStock_State;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  db = new Database(database.url, 20);
  service = await startService(db, clock);
});
afterAll(async () => {
  await service.close();
  await db.close();
  await database.drop();
});
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
});

type Wanted = [productId: string, quantity: number, variantId?: string, shopId?: string];
const lineOf = ([productId, quantity, variantId, shopId = 'shp_1']: Wanted) => ({
  shopId,
  productId,
  variantId,
  quantity,
});
const reserveFor = (storeId: string, orderId: string, ...wanted: Wanted[]) =>
  service.client.reserveStock(contextOf(storeId), {
    orderId,
    lines: wanted.map(lineOf),
    expiresAtMs: nowMs + 120_000,
  });
const set = (storeId: string, orderId: string, version: number, state: OrderStock_State) =>
  service.client.setOrderStock(contextOf(storeId), { stock: { orderId, version, state } });
const retire = (storeId: string, productId: string) =>
  service.client.retireProduct(contextOf(storeId), { productId });
const expire = () => expireReservations(db, service.writer, clock).run();
const bury = (storeId: string, productId: string) => {
  const ctx = systemContext('test', Date.now() + 10_000, storeId);
  return service.writer.change(ctx, (unit) => buryProduct(unit, ctx, clock, { productId, version: 9 }));
};

/** A store with ten of prd_1 and five of prd_2. */
async function stockedStore(): Promise<string> {
  const storeId = await newStore(
    db,
    [product('prd_1', { sku: 'ONE' }), product('prd_2'), product('prd_3', { type: 'service' })],
    [item('prd_1', null, 10), item('prd_2', null, 5)],
  );
  await toldStock(db, storeId);
  return storeId;
}
const stock = (one: [number, number], two: [number, number]) => ({
  'shp_1/prd_1': one,
  'shp_1/prd_2': two,
});

describe('ReserveStock', () => {
  test('reserves what can be sold, once per order, and tells it; services are passed over', async () => {
    const storeId = await stockedStore();
    const wanted: Wanted[] = [
      ['prd_1', 3],
      ['prd_1', 1],
      ['prd_2', 5],
      ['prd_3', 7],
    ];
    await reserveFor(storeId, 'ord_1', ...wanted);
    await reserveFor(storeId, 'ord_1', ...wanted);
    await reserveFor(storeId, 'ord_1', ['prd_1', 1]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 4], [5, 5]));
    const told = await toldStock(db, storeId);
    expect(told.map(({ productId, onHand, available }) => [productId, onHand, available]).toSorted()).toEqual(
      [
        ['prd_1', 10, 6],
        ['prd_2', 5, 0],
      ],
    );
    expect(await contradictions(db)).toEqual([]);
  });

  test('reserves all or nothing, and names each line that lacks stock', async () => {
    const storeId = await stockedStore();
    const wanted: Wanted[] = [
      ['prd_1', 6],
      ['prd_2', 6],
      ['prd_1', 5],
      ['prd_1', 1, undefined, 'shp_2'],
      ['prd_9', 1],
      ['prd_3', 1],
    ];
    const refusal = await reserveFor(storeId, 'ord_1', ...wanted).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'conflict' });
    const { details } = refusal as { details: { reason: string; field: string }[] };
    expect(new Set(details.map(({ reason }) => reason))).toEqual(new Set(['insufficient_stock']));
    expect(details.map(({ field }) => field).toSorted()).toEqual([
      'lines[0]',
      'lines[1]',
      'lines[2]',
      'lines[3]',
      'lines[4]',
    ]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 0], [5, 0]));
    expect(await toldStock(db, storeId)).toEqual([]);
    await reserveFor(storeId, 'ord_1', ['prd_1', 6]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 6], [5, 0]));
  });

  test('lapses unless the order is confirmed in time, and is told; then the order may reserve again', async () => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 4]);
    await reserveFor(storeId, 'ord_2', ['prd_1', 2]);
    await set(storeId, 'ord_2', 1, RESERVED);
    nowMs += 119_999;
    await expire();
    expect(await stockOf(db, storeId)).toEqual(stock([10, 6], [5, 0]));
    await toldStock(db, storeId);
    nowMs += 1;
    await Promise.all([expire(), expire(), expire()]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 2], [5, 0]));
    expect((await toldStock(db, storeId)).map(({ available }) => available)).toEqual([8]);
    await reserveFor(storeId, 'ord_1', ['prd_2', 1]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 2], [5, 1]));
    expect(await contradictions(db)).toEqual([]);
  });

  test('of a product that is not known here, when the catalogue says that it is a service, passes it over', async () => {
    const storeId = await stockedStore();
    service.catalog.products.set(storeId, [
      {
        productId: 'prd_8',
        version: 1,
        isDraft: false,
        categoryIds: [],
        brandIds: [],
        variants: [],
        type: 'service',
      },
    ]);
    await reserveFor(storeId, 'ord_1', ['prd_8', 1], ['prd_1', 1]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 1], [5, 0]));
  });

  test.each([0, -1, 1_000_000_001])('refuses a quantity of %d', async (quantity) => {
    const storeId = await stockedStore();
    expect(await outcomeOf(reserveFor(storeId, 'ord_1', ['prd_1', quantity]))).toBe('invalid_value');
  });
});

describe('SetOrderStock', () => {
  test('takes, gives back and releases; the ledger names the order; older versions change nothing', async () => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 4], ['prd_2', 1]);
    await set(storeId, 'ord_1', 1, RESERVED);
    await set(storeId, 'ord_1', 3, TAKEN);
    await set(storeId, 'ord_1', 3, RELEASED);
    await set(storeId, 'ord_1', 2, RELEASED);
    expect(await stockOf(db, storeId)).toEqual(stock([6, 0], [4, 0]));
    await set(storeId, 'ord_1', 4, RELEASED);
    await set(storeId, 'ord_1', 4, RELEASED);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 0], [5, 0]));
    const { movements } = await service.client.listMovements(contextOf(storeId), {
      productId: 'prd_1',
      shopId: undefined,
      limit: 50,
      pageToken: Buffer.alloc(0),
    });
    expect(movements.map(({ kind, delta, onHand, orderId }) => [kind, delta, onHand, orderId])).toEqual([
      ['return', 4, 10, 'ord_1'],
      ['sale', -4, 6, 'ord_1'],
      ['initial', 10, 10, undefined],
    ]);
    expect(await contradictions(db)).toEqual([]);
  });

  test('is not found for an order that never reserved anything', async () => {
    expect(await outcomeOf(set(await stockedStore(), 'ord_1', 1, RESERVED))).toBe('not_found');
  });

  test.each([
    [RESERVED, [10, 8]],
    [TAKEN, [2, 0]],
  ] as const)('makes a lapsed reservation anew, when there is enough (state %d)', async (state, one) => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 8]);
    nowMs += 120_000;
    await expire();
    await reserveFor(storeId, 'ord_2', ['prd_1', 3]);
    expect(await outcomeOf(set(storeId, 'ord_1', 1, state))).toBe('insufficient_stock');
    await set(storeId, 'ord_2', 1, RELEASED);
    await set(storeId, 'ord_1', 1, state);
    expect(await stockOf(db, storeId)).toEqual(stock([...one], [5, 0]));
    nowMs += 500_000;
    await expire();
    expect(await stockOf(db, storeId)).toEqual(stock([...one], [5, 0]));
  });

  test('an order that has ended is not reserved again by a call that comes late', async () => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    await set(storeId, 'ord_1', 1, RELEASED);
    await reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    expect(await stockOf(db, storeId)).toEqual(stock([10, 0], [5, 0]));
  });
});

describe('RetireProduct', () => {
  test('is refused while something is reserved, and keeps others from reserving for a minute', async () => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    expect(await outcomeOf(retire(storeId, 'prd_1'))).toBe('has_reservations');
    await set(storeId, 'ord_1', 1, TAKEN);
    await retire(storeId, 'prd_1');
    await retire(storeId, 'prd_1');
    await expect(reserveFor(storeId, 'ord_2', ['prd_2', 1], ['prd_1', 1])).rejects.toMatchObject({
      details: [
        {
          reason: 'insufficient_stock',
          field: 'lines[1]',
          message: expect.stringMatching(/prd_1.*being deleted/),
        },
      ],
    });
    nowMs += 60_000;
    await reserveFor(storeId, 'ord_2', ['prd_1', 1]);
  });

  test('of what the store never had is not found; of what is deleted is done already', async () => {
    const storeId = await stockedStore();
    expect(await outcomeOf(retire(storeId, 'prd_7'))).toBe('not_found');
    await bury(storeId, 'prd_1');
    expect(await outcomeOf(retire(storeId, 'prd_1'))).toBe('done');
  });

  test('either it or a reservation of the same moment wins, never both', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const storeId = await stockedStore();
      const retiring = outcomeOf(retire(storeId, 'prd_1'));
      const reserving = outcomeOf(reserveFor(storeId, 'ord_1', ['prd_2', 1], ['prd_1', 1]));
      const outcome = await Promise.all(
        round % 2 ? [retiring, reserving] : [reserving, retiring].toReversed(),
      );
      seen.add(outcome.join(' '));
      const won = outcome[1] === 'done';
      expect(await stockOf(db, storeId)).toEqual(won ? stock([10, 1], [5, 1]) : stock([10, 0], [5, 0]));
    }
    for (const outcome of seen)
      expect(['done insufficient_stock', 'has_reservations done']).toContain(outcome);
  });

  test('waits for a reservation that is being made, and sees it', async () => {
    const storeId = await stockedStore();
    let commit = () => undefined as void;
    const held = new Promise<void>((resolve) => (commit = resolve));
    const ctx = contextOf(storeId);
    const lines = [{ shopId: 'shp_1', productId: 'prd_1', variantId: '', quantity: 1 }];
    let reserved = () => undefined as void;
    const made = new Promise<void>((resolve) => (reserved = resolve));
    const reserving = service.writer.change(ctx, async (unit) => {
      await reserve(unit, ctx, clock, { orderId: 'ord_1', lines, expiresAtMs: nowMs + 1_000 }, true);
      reserved();
      await held;
    });
    await made;
    const retiring = outcomeOf(retire(storeId, 'prd_1'));
    await waitingForLocks(1);
    commit();
    await reserving;
    expect(await retiring).toBe('has_reservations');
  });
});

/** Waits until that many connections wait for a lock. */
async function waitingForLocks(count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.db.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length >= count) return;
  }
}

describe('a deletion', () => {
  test('closes the ledger, takes the stock out of the lists and lets nobody reserve', async () => {
    const storeId = await stockedStore();
    await bury(storeId, 'prd_1');
    expect(await stockOf(db, storeId)).toEqual({ 'shp_1/prd_2': [5, 0] });
    expect(await toldStock(db, storeId)).toEqual([]);
    const list = await service.client.listStock(contextOf(storeId), {
      shopId: 'shp_1',
      productId: undefined,
      limit: 50,
      pageToken: Buffer.alloc(0),
    });
    expect(list.rows.map(({ productId }) => productId)).toEqual(['prd_2', 'prd_3']);
    expect(await outcomeOf(reserveFor(storeId, 'ord_1', ['prd_1', 1]))).toBe('insufficient_stock');
    expect(await contradictions(db)).toEqual([]);
  });

  test('leaves what an order has reserved all the same, until the order is done; what comes back is kept', async () => {
    const storeId = await stockedStore();
    await reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    await reserveFor(storeId, 'ord_2', ['prd_1', 3]);
    await set(storeId, 'ord_2', 1, TAKEN);
    await bury(storeId, 'prd_1');
    expect(await stockOf(db, storeId)).toEqual(stock([2, 2], [5, 0]));
    await set(storeId, 'ord_1', 1, TAKEN);
    await set(storeId, 'ord_2', 2, RELEASED);
    expect(await stockOf(db, storeId)).toEqual(stock([3, 0], [5, 0]));
    expect(await contradictions(db)).toEqual([]);
  });
});

describe('at the same moment', () => {
  test('orders that want the same goods in different orders neither deadlock nor sell too much', async () => {
    const storeId = await newStore(
      db,
      Array.from({ length: 8 }, (_, n) => product(`prd_${n}`)),
      Array.from({ length: 8 }, (_, n) => item(`prd_${n}`, null, 30)),
    );
    const orders = Array.from({ length: 60 }, (_, n) => {
      const wanted = Array.from({ length: 8 }, (__, p): Wanted => [`prd_${(p + n) % 8}`, 1]);
      return { id: `ord_${n}`, wanted: n % 2 ? wanted : wanted.toReversed() };
    });
    const outcomes = await Promise.all(
      orders.map(async ({ id, wanted }, n) => {
        const outcome = await outcomeOf(reserveFor(storeId, id, ...wanted));
        if (outcome === 'done') await set(storeId, id, 1, n % 3 ? TAKEN : RESERVED);
        return outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(30);
    for (const [onHand, reserved] of Object.values(await stockOf(db, storeId))) expect(onHand).toBe(reserved);
    expect(await contradictions(db)).toEqual([]);
  });

  test('of the same state said again and again, by call and event, one takes effect', async () => {
    const storeId = await stockedStore();
    const ctx = contextOf(storeId);
    await reserveFor(storeId, 'ord_1', ['prd_1', 4]);
    await toldStock(db, storeId);
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        service.writer.change(ctx, (unit) =>
          setOrderStock(unit, ctx, clock, { orderId: 'ord_1', version: 1 + (n % 3), state: TAKEN }),
        ),
      ),
    );
    expect(await stockOf(db, storeId)).toEqual(stock([6, 0], [5, 0]));
    expect(await toldStock(db, storeId)).toHaveLength(1);
  });
});

test('what is broken off in the middle leaves nothing', async () => {
  const storeId = await stockedStore();
  const ctx = contextOf(storeId);
  const lines = [{ shopId: 'shp_1', productId: 'prd_1', variantId: '', quantity: 2 }];
  const broken = service.writer.change(ctx, async (unit) => {
    await reserve(unit, ctx, clock, { orderId: 'ord_1', lines, expiresAtMs: nowMs }, true);
    await setOrderStock(unit, ctx, clock, { orderId: 'ord_1', version: 1, state: TAKEN });
    await unit.rows({ name: 'fails', text: 'select 1 / 0' }, []);
  });
  await expect(broken).rejects.toThrow();
  expect(await stockOf(db, storeId)).toEqual(stock([10, 0], [5, 0]));
  expect(await toldStock(db, storeId)).toEqual([]);
  expect(await contradictions(db)).toEqual([]);
  await reserveFor(storeId, 'ord_1', ['prd_1', 2]);
});
