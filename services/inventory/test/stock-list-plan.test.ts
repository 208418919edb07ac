import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { openPrisma, productSaveMany, shopSaveMany, stockItemInsertMany } from '../src/seed.ts';
import { stockItemListByProduct, stockItemListPage } from '../src/store/stock-item-list.ts';

const STORE = 'sto_1';
const ids = Array.from({ length: 5_000 }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { db } = database;
  await shopSaveMany(openPrisma(db), STORE, ['shp_1']);
  const product = { sku: null, type: 'simple' as const, variants: [], shopIds: [], draft: false, version: 1 };
  await productSaveMany(
    db,
    STORE,
    ids.map((productId) => ({ ...product, productId })),
  );
  await stockItemInsertMany(
    db,
    STORE,
    ids.map((productId) => ({ shopId: 'shp_1', productId, variantId: null, onHand: 1, reserved: 0 })),
  );
  await db.pool.query('analyze');
});
afterAll(() => database.drop());

test.each([
  ['a page', 5, (db: Queryable) => stockItemListPage(db, STORE, 'shp_1', ids[2_500]!, 50)],
  ['a product', 4, (db: Queryable) => stockItemListByProduct(db, STORE, 'shp_1', ids[10]!)],
])('%s is read by index only and planned once', async (_, lookups, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(scans.filter((line) => /Seq Scan on (product|stock_item)/.test(line))).toEqual([]);
  expect(scans.filter((line) => /using (product_|stock_item_)/.test(line))).toHaveLength(lookups);
  expect(kept).toBe(true);
});
