import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { inconsistencies, item, newStore, product, stockOf, publishedStock } from './support/stock.ts';

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

const variants = [{ variantId: 'var_1', sku: 'S' }];
const stockedStore = () =>
  newStore(
    database.db,
    [product('prd_1'), product('prd_2', { variants }), product('prd_3', { draft: true })],
    [item('prd_1', null, 10, 4), item('prd_2', 'var_1', 3)],
  );

const setMany = (
  storeId: string,
  items: { productId: string; variantId?: string; onHand: number; expectedOnHand?: number }[],
) =>
  service.client.setStockMany(contextOf(storeId), {
    items: items.map((one) => ({ shopId: 'shp_1', ...one })),
    reason: 'Import',
  });

describe('SetStockMany', () => {
  test('sets the items that can be set, drafts too, and reports the others by index', async () => {
    const storeId = await stockedStore();
    await publishedStock(database.db, storeId);
    const { refusals } = await setMany(storeId, [
      { productId: 'prd_1', onHand: 3 },
      { productId: 'prd_2', variantId: 'var_1', onHand: 8 },
      { productId: 'prd_3', onHand: 2 },
      { productId: 'prd_9', onHand: 1 },
      { productId: 'prd_2', onHand: 1 },
      { productId: 'prd_2', variantId: 'var_1', onHand: 9 },
      { productId: 'prd_3', onHand: -1 },
    ]);
    expect(refusals.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'insufficient_stock'],
      [3, 'not_found'],
      [4, 'invalid_value'],
      [5, 'invalid_value'],
      [6, 'invalid_value'],
    ]);
    expect(await stockOf(database.db, storeId)).toEqual({
      'shp_1/prd_1': [10, 4],
      'shp_1/prd_2/var_1': [8, 0],
      'shp_1/prd_3': [2, 0],
    });
    // A draft publishes no event.
    expect((await publishedStock(database.db, storeId)).map(({ productId }) => productId)).toEqual(['prd_2']);
    expect(await inconsistencies(database.db)).toEqual([]);
  });

  test('a count that differs from the one the caller read is refused, and the others are set', async () => {
    const storeId = await stockedStore();
    const { refusals } = await setMany(storeId, [
      { productId: 'prd_1', onHand: 20, expectedOnHand: 9 },
      { productId: 'prd_3', onHand: 8, expectedOnHand: 0 },
    ]);
    expect(refusals.map(({ index, reason }) => [index, reason])).toEqual([[0, 'changed_since_read']]);
    const { refusals: none } = await setMany(storeId, [
      { productId: 'prd_1', onHand: 20, expectedOnHand: 10 },
    ]);
    expect(none).toEqual([]);
    expect(await stockOf(database.db, storeId)).toMatchObject({
      'shp_1/prd_1': [20, 4],
      'shp_1/prd_3': [8, 0],
    });
  });

  test('the same counts again move nothing; 500 items are accepted and 501 refused', async () => {
    const ids = Array.from({ length: 501 }, (_, n) => `prd_${n}`);
    const storeId = await newStore(
      database.db,
      ids.map((id) => product(id)),
    );
    const items = ids.map((productId, n) => ({ productId, onHand: n + 1 }));
    expect(await outcomeOf(setMany(storeId, items))).toBe('invalid_value');
    await Promise.all([
      setMany(storeId, items.slice(0, 500)),
      setMany(storeId, items.slice(0, 500).toReversed()),
    ]);
    const published = await publishedStock(database.db, storeId);
    expect(published).toHaveLength(500);
    expect(Object.keys(await stockOf(database.db, storeId))).toHaveLength(500);
  });
});
