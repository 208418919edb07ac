import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { priceListEntrySaveMany, priceListSaveMany } from '../src/store/price-list-save.ts';
import { chosenProductLock } from '../src/store/bulk-products.ts';
import { priceListEntryList } from '../src/store/price-list-entry.ts';
import { priceLoadItems } from '../src/store/price-load-items.ts';
import { priceLoadPage, priceLoadProducts } from '../src/store/price-load.ts';
import {
  productLockMany,
  productPricesList,
  productPricesLoadMany,
  productPricesSaveMany,
} from '../src/store/product-prices.ts';
import { productProjectMany } from '../src/store/product-project.ts';
import { productSaveMany } from '../src/store/product-save.ts';
import { promotionSaveMany } from '../src/store/promotion-save.ts';
import { promotionListByState } from '../src/store/promotion.ts';
import { shopSaveMany } from '../src/store/shop-save.ts';
import { NOW_MS } from './support/world.ts';

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
    ids.map((productId, i) => ({
      productId,
      priceCentavos: 1,
      costCentavos: 1,
      variants: [1, 2].map((n) => ({ ...fields, variantId: `${productId}_${n}` })),
      categoryIds: [`cat_${i % 100}`],
      brandIds: [`brd_${i % 100}`],
      shopIds: [],
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
  ['a page', 3, (db: Queryable) => priceLoadPage(db, STORE, scope, ids[SIZE / 2]!, 25)],
  ['some products', 2, (db: Queryable) => priceLoadProducts(db, STORE, scope, ids.slice(0, 3))],
  [
    'items of an order',
    1,
    (db: Queryable) => priceLoadItems(db, STORE, scope, ids.slice(0, 3), [`${ids[0]!}_1`]),
  ],
])('%s is read by index alone, and planned once', async (_, looks, run) => {
  const { scans, kept } = await planOf(database.db, run);
  // The shop and the few lists of a store may be read whole.
  expect(
    scans.filter((line) => /Seq Scan on (product|variant|price_list_entry|promotion)/.test(line)),
  ).toEqual([]);
  expect(scans.filter((line) => line.includes('using product_'))).toHaveLength(looks);
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

it.each([
  ['lock of a product', (db: Queryable) => productLockMany(db, STORE, [ids[0]!])],
  ['load of its prices', (db: Queryable) => productPricesLoadMany(db, STORE, [ids[0]!])],
  ['save of its prices', (db: Queryable) => productPricesSaveMany(db, STORE, [{ before, after }])],
  ['projection of it', (db: Queryable) => productProjectMany(db, STORE, [facts])],
  ['part of a bulk change', (db: Queryable) => chosenProductLock(db, STORE, {}, ids[SIZE / 2]!, 200)],
  [
    "page of a list's entries",
    (db: Queryable) => priceListEntryList(db, STORE, 'pl_1', [ids[SIZE / 2]!, ''], 100),
  ],
  ['page of prices to edit', (db: Queryable) => productPricesList(db, STORE, [], ids[SIZE / 2]!, 51)],
  [
    'prices of some products to edit',
    (db: Queryable) => productPricesList(db, STORE, ids.slice(0, 3), '', 51),
  ],
  [
    "entries of a list's products",
    (db: Queryable) => priceListEntryList(db, STORE, 'pl_1', ['', ''], 100, ids.slice(0, 3)),
  ],
  [
    'page of running promotions',
    (db: Queryable) => promotionListByState(db, STORE, 'running', NOW_MS, undefined, 51),
  ],
  [
    'page of coming promotions',
    (db: Queryable) => promotionListByState(db, STORE, 'coming', NOW_MS, undefined, 51),
  ],
  [
    'page of promotions that are over',
    (db: Queryable) => promotionListByState(db, STORE, 'over', NOW_MS, undefined, 51),
  ],
])('the %s reads no table whole, and is planned once', async (_, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(scans.filter((line) => line.startsWith('Seq Scan') || line.startsWith('->  Seq Scan'))).toEqual([]);
  expect(kept).toBe(true);
});
