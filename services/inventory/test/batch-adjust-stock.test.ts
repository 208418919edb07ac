import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { AdjustStockRequest } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import {
  createTestDatabase,
  waitingForLocks,
  type TestDatabase,
} from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productLock, productSaveMany } from '../src/store/product.ts';
import { contextOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, newStore, product, publishedStock, stockOf } from './support/stock.ts';

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const PRODUCTS = 30;
const idOf = (n: number): string => `prd_${n}`;
const store = () =>
  newStore(
    database.db,
    Array.from({ length: PRODUCTS }, (_, n) => product(idOf(n))),
  );

const entry = (n: number, change: Partial<AdjustStockRequest>): AdjustStockRequest => ({
  shopId: 'shp_1',
  productId: idOf(n),
  ...change,
});

/** Units on hand of all products. */
const unitsOf = async (storeId: string): Promise<number> =>
  Object.values(await stockOf(database.db, storeId)).reduce((sum, [onHand]) => sum + onHand, 0);

/** Sends a batch. @returns the units on hand of each row, or the code and first reason of each refusal; and whether it is a replay */
async function send(ctx: Context, adjustments: AdjustStockRequest[]) {
  let replayOf: string | undefined;
  const onReplay = (presentation: string) => void (replayOf = presentation);
  const { outcomes } = await service.client.batchAdjustStock({ ...ctx, onReplay }, { adjustments });
  return {
    ends: outcomes.map(({ outcome }) =>
      outcome?.$case === 'row'
        ? outcome.value.onHand
        : [outcome?.value.code, outcome?.value.details[0]?.reason].join(' '),
    ),
    replayOf,
  };
}

describe('BatchAdjustStock', () => {
  test('each adjustment takes effect on its own, and a refused one has none', async () => {
    const storeId = await store();
    const { ends } = await send(contextOf(storeId, 'a', 'a'), [
      entry(0, { delta: 5 }),
      entry(1, { delta: -1 }),
      entry(99, { delta: 1 }),
      entry(2, { delta: 1, set: 1 }),
      entry(3, { set: 8 }),
      entry(4, { shopId: 'shp_none', delta: 1 }),
    ]);
    expect(ends).toEqual([
      5,
      'conflict insufficient_stock',
      'not_found not_found',
      'invalid_request invalid_value',
      8,
      'not_found not_found',
    ]);
    expect(await unitsOf(storeId)).toBe(13);
    expect(
      (await publishedStock(database.db, storeId)).map(({ onHand }) => onHand).toSorted((a, b) => a - b),
    ).toEqual([5, 8]);
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test('adjustments of the same item take effect in their order, also of a new item', async () => {
    const storeId = await store();
    for (const n of [0, 1]) {
      const { ends } = await send(contextOf(storeId, `order-${n}`, 'a'), [
        entry(0, { set: 5 }),
        entry(0, { delta: 3 }),
        entry(1, { delta: 1 }),
        entry(0, { delta: -9 }),
        entry(0, { delta: -8 }),
      ]);
      expect(ends).toEqual([5, 8, n + 1, 'conflict insufficient_stock', 0]);
    }
  });

  test('a repeated batch takes effect once and has the same outcomes', async () => {
    const storeId = await store();
    const batch = Array.from({ length: 100 }, (_, n) =>
      entry(n % PRODUCTS, n % 7 === 6 ? { delta: -500 } : { delta: 1 }),
    );
    const first = await send(contextOf(storeId, 'again', 'a'), batch);
    expect(first.replayOf).toBeUndefined();
    const again = await send(contextOf(storeId, 'again', 'a'), batch);
    expect(again).toEqual({ ends: first.ends, replayOf: '' });
    expect(await inconsistencies(database.db)).toEqual([]);
    expect(await unitsOf(storeId)).toBe(batch.filter(({ delta }) => delta === 1).length);
  });

  test('after a failure that is not a refusal, no adjustment has taken effect, and a repetition makes all', async () => {
    const storeId = await store();
    const ctx = contextOf(storeId, 'down', 'a');
    await send(contextOf(storeId, 'before', 'a'), [entry(0, { set: 1 })]);
    // Unknown to the service, so that it has to ask catalog, which is down.
    const batch = [
      entry(0, { delta: 1 }),
      entry(50, { set: 10 }),
      entry(1, { delta: 1 }),
      entry(50, { delta: -3 }),
    ];
    service.catalog.isDown = true;
    await expect(send(ctx, batch)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await unitsOf(storeId)).toBe(1);
    service.catalog.isDown = false;
    const facts = { productId: idOf(50), version: 1, isDraft: false, type: ProductType.SIMPLE };
    service.catalog.products.set(storeId, [
      { ...facts, categoryIds: [], brandIds: [], variants: [], shopIds: [] },
    ]);
    expect((await send(ctx, batch)).ends).toEqual([2, 10, 1, 7]);
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test('without a key, new items are added and adjusted, with one event for each adjustment', async () => {
    const storeId = await store();
    const { idempotency: _, ...ctx } = contextOf(storeId, 'none', 'a');
    const { ends } = await send(ctx, [
      entry(2, { set: 4 }),
      entry(1, { delta: -1 }),
      entry(0, { delta: 5 }),
      entry(3, { set: 0 }),
      entry(2, { delta: -3 }),
      entry(1, { delta: 2 }),
    ]);
    expect(ends).toEqual([4, 'conflict insufficient_stock', 5, 0, 1, 2]);
    const published = await publishedStock(database.db, storeId);
    const ofProduct = Map.groupBy(published, ({ productId }) => productId);
    expect([0, 1, 2, 3].map((n) => ofProduct.get(idOf(n))?.map(({ onHand }) => onHand))).toEqual([
      [5],
      [2],
      [4, 1],
      undefined,
    ]);
    expect(Object.keys(await stockOf(database.db, storeId))).toHaveLength(3);
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test('new items of products that an event changes at the same time are locked in the same order', async () => {
    const storeId = await store();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = database.db.transaction(async (tx) => {
      await productLock(tx, storeId, idOf(1));
      locked();
      await held;
    });
    await isLocked;
    const change = productSaveMany(
      database.db,
      storeId,
      [1, 2].map((n) => product(idOf(n), { version: 2 })),
    );
    await waitingForLocks(database.db, 1);
    const batch = send(contextOf(storeId, 'locks', 'a'), [
      entry(2, { delta: 5 }),
      entry(1, { shopId: 'shp_2', delta: 1 }),
    ]);
    await waitingForLocks(database.db, 2);
    release();
    await Promise.all([holding, change]);
    expect((await batch).ends).toEqual([5, 1]);
  });

  test('a key of another request is refused before anything takes effect', async () => {
    const storeId = await store();
    await service.client.adjustStock(contextOf(storeId, 'single', 'single'), entry(0, { delta: 1 }));
    await send(contextOf(storeId, 'short', 'short'), [entry(0, { delta: 1 })]);
    for (const key of ['single', 'short'])
      await expect(
        send(
          contextOf(storeId, key, 'long'),
          [0, 1, 2].map((n) => entry(n, { delta: 5 })),
        ),
      ).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await unitsOf(storeId)).toBe(2);
  });

  test('many batches and single adjustments at once lose nothing', async () => {
    const storeId = await store();
    const batch = Array.from({ length: PRODUCTS }, (_, n) => entry(n, { delta: 1 }));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? send(contextOf(storeId, `many-${n}`, 'a'), n % 4 === 0 ? batch : batch.toReversed())
          : service.client.adjustStock(contextOf(storeId, `one-${n}`, 'a'), entry(n, { delta: 1 })),
      ),
    );
    expect(await unitsOf(storeId)).toBe(10 * PRODUCTS + 10);
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test.each([0, 101])('a batch of %i is refused', async (length) => {
    const storeId = await store();
    const batch = Array.from({ length }, () => entry(0, { delta: 1 }));
    await expect(send(contextOf(storeId, 'size', 'a'), batch)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'adjustments' }],
    });
  });
});
