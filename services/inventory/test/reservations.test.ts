import { describe, expect, test } from 'vitest';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { applyOrderStock } from '../src/use-cases/apply-order-stock.ts';
import { reserveOrderStock } from '../src/use-cases/reserve-order-stock.ts';
import { contextOf, outcomeOf } from './support/service.ts';
import { orderWorld, stock, type Wanted } from './support/orders.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

const world = orderWorld();
const { RESERVED, TAKEN, RELEASED } = OrderStock_State;

describe('ReserveStock', () => {
  test('reserves available units once per order and publishes the change; services are skipped', async () => {
    const storeId = await world.stockedStore();
    const wanted: Wanted[] = [
      ['prd_1', 3],
      ['prd_1', 1],
      ['prd_2', 5],
      ['prd_3', 7],
    ];
    await world.reserveFor(storeId, 'ord_1', ...wanted);
    await world.reserveFor(storeId, 'ord_1', ...wanted);
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 1]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 4], [5, 5]));
    const published = await publishedStock(world.db, storeId);
    expect(
      published.map(({ productId, onHand, available }) => `${productId} ${onHand} ${available}`).toSorted(),
    ).toEqual(['prd_1 10 6', 'prd_2 5 0']);
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('reserves all lines or none, and names each that lacks stock', async () => {
    const storeId = await world.stockedStore();
    const wanted: Wanted[] = [
      ['prd_1', 6],
      ['prd_2', 6],
      ['prd_1', 5],
      ['prd_1', 1, undefined, 'shp_2'],
      ['prd_9', 1],
      ['prd_3', 1],
    ];
    const refusal = await world.reserveFor(storeId, 'ord_1', ...wanted).catch((error: unknown) => error);
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
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 0], [5, 0]));
    expect(await publishedStock(world.db, storeId)).toEqual([]);
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 6]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 6], [5, 0]));
  });

  test('orders that arrive together share a transaction: each reserves all of its lines or is refused alone', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_0', ['prd_2', 1]);
    const wanted: Wanted[][] = [
      ...Array.from({ length: 6 }, (): Wanted[] => [['prd_1', 3]]),
      [
        ['prd_2', 1],
        ['prd_1', 11],
      ],
      [
        ['prd_2', 2],
        ['prd_3', 1],
      ],
      [['prd_9', 1]],
    ];
    const ids = [...wanted.keys()].map((n) => `ord_${n}`);
    await publishedStock(world.db, storeId);
    const results = await Promise.allSettled(
      wanted.map((lines, n) => world.reserveFor(storeId, ids[n]!, ...lines)),
    );
    const done = ids.filter((_, n) => results[n]!.status === 'fulfilled');
    // ord_0 has a reservation already. Nine of the ten units go to three of the next five.
    expect(done.filter((id) => Number(id.slice(4)) < 6)).toHaveLength(4);
    expect(done.slice(-2)).toEqual([expect.any(String), 'ord_7']);
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Fault] : [],
    );
    expect(refusals.map(({ details: [detail] }) => detail!.reason)).toEqual(
      refusals.map(() => 'insufficient_stock'),
    );
    const ofSeventh = results[6] as PromiseRejectedResult;
    expect((ofSeventh.reason as Fault).details.map(({ field }) => field)).toEqual(['lines[1]']);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 9], [5, 3]));
    expect(await inconsistencies(world.db)).toEqual([]);
    const { rows } = await world.db.pool.query(
      'select order_id, xmin::text as tx from reservation where store_id = $1',
      [storeId],
    );
    expect(rows.map(({ order_id }) => order_id as string).toSorted()).toEqual([...done, 'ord_held']);
    expect(new Set(rows.map(({ tx }) => tx as string)).size).toBeLessThan(rows.length);
    const published = await publishedStock(world.db, storeId);
    expect(published.filter(({ productId }) => productId === 'prd_1').at(-1)!.available).toBe(1);
  });

  test('a reservation expires and is published unless the order is confirmed in time; then the order may reserve again', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 4]);
    await world.reserveFor(storeId, 'ord_2', ['prd_1', 2]);
    await world.set(storeId, 'ord_2', 1, RESERVED);
    world.pass(119_999);
    await world.expire();
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 6], [5, 0]));
    await publishedStock(world.db, storeId);
    world.pass(1);
    await Promise.all([world.expire(), world.expire(), world.expire()]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 2], [5, 0]));
    expect((await publishedStock(world.db, storeId)).map(({ available }) => available)).toEqual([8]);
    await world.reserveFor(storeId, 'ord_1', ['prd_2', 1]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 2], [5, 1]));
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('a reservation that cannot be released does not keep others from expiring', async () => {
    const [storeId, other] = [await world.stockedStore(), await world.stockedStore()];
    const { pool } = world.db;
    await world.reserveFor(storeId, 'ord_stuck', ['prd_1', 4]);
    for (let n = 0; n < 100; n++)
      await pool.query(
        `insert into reservation (store_id, order_id, state, expires_at)
         select store_id, order_id || $1, state, expires_at from reservation where order_id = 'ord_stuck'`,
        [n],
      );
    await pool.query(
      `alter table reservation add constraint stuck check (order_id not like 'ord_stuck%' or state <> 'released')`,
    );
    world.pass(1);
    await world.reserveFor(other, 'ord_2', ['prd_1', 2]);
    world.pass(120_000);
    await world.expire();
    await pool.query('alter table reservation drop constraint stuck');
    expect(await stockOf(world.db, other)).toEqual(stock([10, 0], [5, 0]));
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 4], [5, 0]));
    await world.expire();
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 0], [5, 0]));
  });

  test('an unknown product that catalog reports as a service is skipped', async () => {
    const storeId = await world.stockedStore();
    world.service.catalog.products.set(storeId, [
      {
        productId: 'prd_8',
        version: 1,
        isDraft: false,
        categoryIds: [],
        brandIds: [],
        variants: [],
        shopIds: [],
        type: ProductType.SERVICE,
      },
    ]);
    await world.reserveFor(storeId, 'ord_1', ['prd_8', 1], ['prd_1', 1]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 1], [5, 0]));
  });

  test.each([0, -1, 1_000_000_001])('a quantity of %d is refused', async (quantity) => {
    const storeId = await world.stockedStore();
    expect(await outcomeOf(world.reserveFor(storeId, 'ord_1', ['prd_1', quantity]))).toBe('invalid_value');
  });
});

describe('SetOrderStock', () => {
  test('takes, returns and releases stock with the order in the ledger, and older versions change nothing', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 4], ['prd_2', 1]);
    await world.set(storeId, 'ord_1', 1, RESERVED);
    await world.set(storeId, 'ord_1', 3, TAKEN);
    await world.set(storeId, 'ord_1', 3, RELEASED);
    await world.set(storeId, 'ord_1', 2, RELEASED);
    expect(await stockOf(world.db, storeId)).toEqual(stock([6, 0], [4, 0]));
    await world.set(storeId, 'ord_1', 4, RELEASED);
    await world.set(storeId, 'ord_1', 4, RELEASED);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 0], [5, 0]));
    const { movements } = await world.service.client.listMovements(contextOf(storeId), {
      productId: 'prd_1',
      kinds: [],
      limit: 50,
      pageToken: Buffer.alloc(0),
    });
    expect(movements.map(({ kind, delta, onHand, orderId }) => [kind, delta, onHand, orderId])).toEqual([
      [MovementKind.RETURN, 4, 10, 'ord_1'],
      [MovementKind.SALE, -4, 6, 'ord_1'],
      [MovementKind.INITIAL, 10, 10, undefined],
    ]);
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('an order that never reserved anything is not found', async () => {
    expect(await outcomeOf(world.set(await world.stockedStore(), 'ord_1', 1, RESERVED))).toBe('not_found');
  });

  test.each([
    [RESERVED, [10, 8]],
    [TAKEN, [2, 0]],
  ] as const)(
    'an expired reservation is made again when enough is available (state %d)',
    async (state, one) => {
      const storeId = await world.stockedStore();
      await world.reserveFor(storeId, 'ord_1', ['prd_1', 8]);
      world.pass(120_000);
      await world.expire();
      await world.reserveFor(storeId, 'ord_2', ['prd_1', 3]);
      expect(await outcomeOf(world.set(storeId, 'ord_1', 1, state))).toBe('insufficient_stock');
      await world.set(storeId, 'ord_2', 1, RELEASED);
      await world.set(storeId, 'ord_1', 1, state);
      expect(await stockOf(world.db, storeId)).toEqual(stock([...one], [5, 0]));
      world.pass(500_000);
      await world.expire();
      expect(await stockOf(world.db, storeId)).toEqual(stock([...one], [5, 0]));
    },
  );

  test('a late call does not reserve for an order that has ended', async () => {
    const storeId = await world.stockedStore();
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    await world.set(storeId, 'ord_1', 1, RELEASED);
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
    expect(await stockOf(world.db, storeId)).toEqual(stock([10, 0], [5, 0]));
  });
});

describe('concurrent orders', () => {
  test('orders that reserve the same items in different sequences neither deadlock nor oversell', async () => {
    const storeId = await newStore(
      world.db,
      Array.from({ length: 8 }, (_, n) => product(`prd_${n}`)),
      Array.from({ length: 8 }, (_, n) => item(`prd_${n}`, null, 30)),
    );
    const orders = Array.from({ length: 60 }, (_, n) => {
      const wanted = Array.from({ length: 8 }, (__, p): Wanted => [`prd_${(p + n) % 8}`, 1]);
      return { id: `ord_${n}`, wanted: n % 2 ? wanted : wanted.toReversed() };
    });
    const outcomes = await Promise.all(
      orders.map(async ({ id, wanted }, n) => {
        const outcome = await outcomeOf(world.reserveFor(storeId, id, ...wanted));
        if (outcome === 'done') await world.set(storeId, id, 1, n % 3 ? TAKEN : RESERVED);
        return outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(30);
    for (const [onHand, reserved] of Object.values(await stockOf(world.db, storeId)))
      expect(onHand).toBe(reserved);
    expect(await inconsistencies(world.db)).toEqual([]);
  });

  test('the same state, repeated by calls and events, takes effect once', async () => {
    const storeId = await world.stockedStore();
    const ctx = contextOf(storeId);
    await world.reserveFor(storeId, 'ord_1', ['prd_1', 4]);
    await publishedStock(world.db, storeId);
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        world.service.deps.writer.change(ctx, (unit) =>
          applyOrderStock(unit, ctx, world.clock, { orderId: 'ord_1', version: 1 + (n % 3), state: TAKEN }),
        ),
      ),
    );
    expect(await stockOf(world.db, storeId)).toEqual(stock([6, 0], [5, 0]));
    expect(await publishedStock(world.db, storeId)).toHaveLength(1);
  });
});

test('a transaction that fails midway leaves nothing', async () => {
  const storeId = await world.stockedStore();
  const ctx = contextOf(storeId);
  const lines = [{ shopId: 'shp_1', productId: 'prd_1', variantId: '', field: 'lines[0]', quantity: 2 }];
  const broken = world.service.deps.writer.change(ctx, async (unit) => {
    await reserveOrderStock(unit, ctx, world.clock, {
      orderId: 'ord_1',
      lines,
      expiresAtMs: world.clock.now(),
    });
    await applyOrderStock(unit, ctx, world.clock, { orderId: 'ord_1', version: 1, state: TAKEN });
    await unit.rows({ name: 'fails', text: 'select 1 / 0' }, []);
  });
  await expect(broken).rejects.toThrow();
  expect(await stockOf(world.db, storeId)).toEqual(stock([10, 0], [5, 0]));
  expect(await publishedStock(world.db, storeId)).toEqual([]);
  expect(await inconsistencies(world.db)).toEqual([]);
  await world.reserveFor(storeId, 'ord_1', ['prd_1', 2]);
});
