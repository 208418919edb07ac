import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { migrations } from '../src/run.ts';
import { priceListEntrySaveMany, priceListSaveMany } from '../src/store/price-list-save.ts';
import { priceLoadPage, priceLoadProducts } from '../src/store/price-load.ts';
import { productSaveMany } from '../src/store/product-save.ts';
import { promotionSaveMany } from '../src/store/promotion-save.ts';
import { shopSaveMany } from '../src/store/shop-save.ts';
import { NOW_MS } from './support/world.ts';

const STORE = 'sto_1';
const SIZE = 3_000;
const ids = Array.from({ length: SIZE }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
const scope = { shopId: 'shp_1', atMs: NOW_MS };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  const { db } = database;
  await priceListSaveMany(db, STORE, [{ priceListId: 'pl_1', name: 'Lista', rule: null }]);
  await shopSaveMany(db, STORE, [{ shopId: 'shp_1', defaultPriceListId: 'pl_1' }]);
  const fields = { priceCentavos: 1, compareAtCentavos: null, costCentavos: null, isActive: true };
  await productSaveMany(
    db,
    STORE,
    ids.map((productId, i) => ({
      productId,
      priceCentavos: 1,
      costCentavos: 1,
      variants: [1, 2].map((n) => ({ ...fields, variantId: `${productId}_${n}` })),
      categoryIds: [`cat_${i % 100}`],
      brandIds: [`brd_${i % 100}`],
      draft: false,
      version: 1,
    })),
  );
  await priceListEntrySaveMany(
    db,
    STORE,
    ids.map((productId) => ({ priceListId: 'pl_1', productId, variantId: null, priceCentavos: 1 })),
  );
  const promotion = { name: 'Promo', discount: { percentBp: 1 }, categoryIds: [], brandIds: [], shopIds: [] };
  await promotionSaveMany(
    db,
    STORE,
    ids.map((id, i) => ({
      ...promotion,
      promotionId: `prm_${i}`,
      productIds: [id],
      startsAtMs: 0,
      endsAtMs: null,
    })),
  );
  await db.pool.query('analyze');
});
afterAll(() => database.drop());

it.each([
  ['a page', (db: Queryable) => priceLoadPage(db, STORE, scope, ids[SIZE / 2]!, 25)],
  ['some products', (db: Queryable) => priceLoadProducts(db, STORE, scope, ids.slice(0, 3))],
])('%s is read by index alone, and planned once', async (_, run) => {
  const { scans, kept } = await planOf(database.db, run);
  // The shop and the few lists of a store may be read whole.
  expect(
    scans.filter((line) => /Seq Scan on (product|variant|price_list_entry|promotion)/.test(line)),
  ).toEqual([]);
  expect(scans.filter((line) => line.includes('using product_'))).toHaveLength(1);
  expect(kept).toBe(true);
});
