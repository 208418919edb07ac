import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import {
  priceListEntrySaveMany,
  priceListSaveMany,
  productSaveMany,
  promotionSaveMany,
  shopSaveMany,
} from '../src/seed.ts';
import { productLockSelected } from '../src/store/bulk-selection.ts';
import { priceListEntryList } from '../src/store/price-list-entry.ts';
import { priceLoadItems, priceLoadPage, priceLoadProducts } from '../src/store/price-load.ts';
import {
  productPricesList,
  productPricesLoadMany,
  productPricesSaveMany,
} from '../src/store/product-prices.ts';
import { productLockMany, productSaveFacts } from '../src/store/product.ts';
import { promotionListByState } from '../src/store/promotion.ts';
import { NOW_MS, productOf } from './support/world.ts';

const STORE = 'sto_1';
const SIZE = 3_000;
const ids = Array.from({ length: SIZE }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
const scope = { shopId: 'shp_1', atMs: NOW_MS };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { db } = database;
  await priceListSaveMany(db, STORE, [{ priceListId: 'pl_1', name: 'Lista', rule: null }]);
  await shopSaveMany(db, STORE, [{ shopId: 'shp_1', defaultPriceListId: 'pl_1' }]);
  const fields = { priceCentavos: 1, compareAtCentavos: null, costCentavos: null, isActive: true };
  await productSaveMany(
    db,
    STORE,
    ids.map((productId, i) =>
      productOf(productId, {
        variants: [1, 2].map((n) => ({ ...fields, variantId: `${productId}_${n}` })),
        categoryIds: [`cat_${i % 100}`],
        brandIds: [`brd_${i % 100}`],
      }),
    ),
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

test.each([
  ['a page', 3, (db: Queryable) => priceLoadPage(db, STORE, scope, ids[SIZE / 2]!, 25)],
  ['some products', 2, (db: Queryable) => priceLoadProducts(db, STORE, scope, ids.slice(0, 3))],
  [
    'items of an order',
    1,
    (db: Queryable) => priceLoadItems(db, STORE, scope, ids.slice(0, 3), [`${ids[0]!}_1`]),
  ],
])('%s is read by index only and planned once', async (_, lookups, run) => {
  const { scans, kept } = await planOf(database.db, run);
  // The shop and the few lists of a store may be read by a sequential scan.
  expect(
    scans.filter((line) => /Seq Scan on (product|variant|price_list_entry|promotion)/.test(line)),
  ).toEqual([]);
  expect(scans.filter((line) => line.includes('using product_'))).toHaveLength(lookups);
  expect(kept).toBe(true);
});

const after = {
  productId: ids[0]!,
  priceVersion: 1,
  isDraft: false,
  priceCentavos: 1,
  compareAtCentavos: 1,
  costCentavos: 1,
  variants: [
    {
      variantId: `${ids[0]!}_1`,
      isActive: true,
      priceCentavos: 1,
      compareAtCentavos: 1,
      costCentavos: 1,
    },
  ],
};
const statePage = { atMs: NOW_MS, after: undefined, limit: 51 };
const before = { ...after, variants: after.variants.map((variant) => ({ ...variant })) };
const facts = {
  productId: ids[0]!,
  version: 1,
  isDraft: false,
  categoryIds: [],
  brandIds: [],
  shopIds: [],
  variants: [],
};

test.each([
  ['lock of a product', (db: Queryable) => productLockMany(db, STORE, [ids[0]!])],
  ['load of prices', (db: Queryable) => productPricesLoadMany(db, STORE, [ids[0]!])],
  ['update of prices', (db: Queryable) => productPricesSaveMany(db, STORE, [{ before, after }])],
  ['update of facts', (db: Queryable) => productSaveFacts(db, STORE, [facts])],
  ['part of a bulk change', (db: Queryable) => productLockSelected(db, STORE, {}, ids[SIZE / 2]!, 200)],
  [
    "page of a list's entries",
    (db: Queryable) =>
      priceListEntryList(db, STORE, { priceListId: 'pl_1', after: [ids[SIZE / 2]!, ''], limit: 100 }),
  ],
  ['page of prices to edit', (db: Queryable) => productPricesList(db, STORE, [], ids[SIZE / 2]!, 51)],
  [
    'prices of some products to edit',
    (db: Queryable) => productPricesList(db, STORE, ids.slice(0, 3), '', 51),
  ],
  [
    "entries of a list's products",
    (db: Queryable) =>
      priceListEntryList(db, STORE, {
        priceListId: 'pl_1',
        after: ['', ''],
        limit: 100,
        productIds: ids.slice(0, 3),
      }),
  ],
  [
    'page of running promotions',
    (db: Queryable) => promotionListByState(db, STORE, { ...statePage, state: 'running' }),
  ],
  [
    'page of upcoming promotions',
    (db: Queryable) => promotionListByState(db, STORE, { ...statePage, state: 'coming' }),
  ],
  [
    'page of past promotions',
    (db: Queryable) => promotionListByState(db, STORE, { ...statePage, state: 'over' }),
  ],
])('the %s needs no sequential scan and is planned once', async (_, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(scans.filter((line) => line.startsWith('Seq Scan') || line.startsWith('->  Seq Scan'))).toEqual([]);
  expect(kept).toBe(true);
});
