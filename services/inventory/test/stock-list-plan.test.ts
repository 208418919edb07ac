import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productSaveMany } from '../src/store/product-save.ts';
import { shopSaveMany } from '../src/store/shop-save.ts';
import { stockListByProduct, stockListPage } from '../src/store/stock-list.ts';
import { stockItemLoadMany } from '../src/store/stock-load.ts';

const STORE = 'sto_1';
const ids = Array.from({ length: 5_000 }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { db } = database;
  await shopSaveMany(db, STORE, [{ shopId: 'shp_1' }]);
  const product = { sku: null, type: 'simple', variants: [], shopIds: [], draft: false, version: 1 };
  await productSaveMany(
    db,
    STORE,
    ids.map((productId) => ({ ...product, productId })),
  );
  await stockItemLoadMany(
    db,
    STORE,
    ids.map((productId) => ({ shopId: 'shp_1', productId, variantId: null, onHand: 1, reserved: 0 })),
  );
  await db.pool.query('analyze');
});
afterAll(() => database.drop());

it.each([
  ['a page', 5, (db: Queryable) => stockListPage(db, STORE, 'shp_1', ids[2_500]!, 50)],
  ['a product', 4, (db: Queryable) => stockListByProduct(db, STORE, 'shp_1', ids[10]!)],
])('%s is read by index alone, and planned once', async (_, looks, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(scans.filter((line) => /Seq Scan on (product|stock_item)/.test(line))).toEqual([]);
  expect(scans.filter((line) => /using (product_|stock_item_)/.test(line))).toHaveLength(looks);
  expect(kept).toBe(true);
});
