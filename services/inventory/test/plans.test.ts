import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { movementListOfProduct, movementListOfShop } from '../src/store/movement-list.ts';
import { MOVEMENT_KINDS } from '../src/store/movement.ts';
import { productLockMany, productRetire } from '../src/store/product-lock.ts';
import { reservationLines, reservationListExpired, reservationLock } from '../src/store/reservation.ts';
import { reservationListOfGoods } from '../src/store/reservation-list.ts';
import { shopSaveMany } from '../src/store/shop-save.ts';
import { stockItemAdjust } from '../src/store/stock-item-adjust.ts';
import { stockItemApplyMany, stockItemDeleteEmpty } from '../src/store/stock-item-apply.ts';
import { stockItemLockMany, stockItemLockOfProduct } from '../src/store/stock-item-lock.ts';
import { reservationLoadMany } from '../src/store/stock-load.ts';
import { stockItemListLow, stockItemSearch, stockSearch } from '../src/store/stock-search.ts';
import {
  stockItemLockWithoutOwnLowAt,
  stockItemSetLowAt,
  stockItemSetLowAtMany,
} from '../src/store/stock-settings.ts';
import { stockRowBatch } from '../src/store/stock-row-batch.ts';
import { item, newStore, product } from './support/stock.ts';

const ids = Array.from({ length: 5_000 }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
let database: TestDatabase;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { db } = database;
  const shops = Array.from({ length: 1_000 }, (_, n) => ({ shopId: `shp_${n}` }));
  for (let other = 0; other < 20; other++) await shopSaveMany(db, `sto_other_${other}`, shops);
  storeId = await newStore(
    db,
    ids.map((id) => product(id)),
    ids.map((id) => item(id, null, 1_000)),
  );
  const lines = [{ shopId: 'shp_1', productId: ids[0]!, variantId: null, quantity: 1 }];
  await reservationLoadMany(
    db,
    storeId,
    ids.map((id) => ({ orderId: `ord_${id}`, state: 'taken', lines })),
  );
  await db.pool.query('analyze');
});
afterAll(() => database.drop());

const goods = [10, 20, 30].map((n) => ({ shopId: 'shp_1', productId: ids[n]!, variantId: '' }));
const allKinds = { kinds: [...MOVEMENT_KINDS] };
const all = { shopId: 'shp_1', productIds: [] };
const cause = { kind: 'adjustment' as const, actor: systemActor, atMs: 0 };

test.each([
  ['an adjustment', (db: Queryable) => stockItemAdjust(db, storeId, goods[0]!, { delta: -1 }, cause)],
  ['locking goods', (db: Queryable) => stockItemLockMany(db, storeId, goods)],
  ['locking a product’s stock', (db: Queryable) => stockItemLockOfProduct(db, storeId, ids[5]!)],
  ['retiring', (db: Queryable) => productRetire(db, storeId, ids[5]!, 0)],
  ['removing what is empty', (db: Queryable) => stockItemDeleteEmpty(db, storeId, ids[5]!)],
  ['locking products', (db: Queryable) => productLockMany(db, storeId, ids.slice(5, 9))],
  [
    'applying changes',
    (db: Queryable) =>
      stockItemApplyMany(
        db,
        storeId,
        goods.map((of) => ({ item: { ...of, onHand: 5, reserved: 0 }, onHand: 4, reserved: 0 })),
        cause,
      ),
  ],
  ['locking a reservation', (db: Queryable) => reservationLock(db, storeId, `ord_${ids[3]}`)],
  ['the lines of an order', (db: Queryable) => reservationLines(db, storeId, `ord_${ids[3]}`)],
  ['what has lapsed', (db: Queryable) => reservationListExpired(db, 0, 100)],
  [
    'the movements of a shop',
    (db: Queryable) => movementListOfShop(db, storeId, 'shp_1', allKinds, [Date.now(), 9_999], 51),
  ],
  [
    'the movements of a product',
    (db: Queryable) => movementListOfProduct(db, storeId, { productId: ids[4]! }, allKinds, 9_999, 51),
  ],
  ['a page of the stock of a shop', (db: Queryable) => stockSearch(db, storeId, all, ids[2_500]!, 50)],
  [
    'the stock of some products',
    (db: Queryable) => stockSearch(db, storeId, { ...all, productIds: ids.slice(5, 9) }, '', 50),
  ],
  ['what is low at a shop', (db: Queryable) => stockItemSearch(db, storeId, 'low', all, [ids[9]!, ''], 51)],
  ['what is out at a shop', (db: Queryable) => stockItemSearch(db, storeId, 'out', all, [ids[9]!, ''], 51)],
  ['what is low in a store', (db: Queryable) => stockItemListLow(db, storeId, 10)],
  ['the threshold of goods', (db: Queryable) => stockItemSetLowAt(db, storeId, goods[0]!, 3)],
  [
    'locking items for the threshold of the store',
    (db: Queryable) => stockItemLockWithoutOwnLowAt(db, storeId, goods[0]!, 1_000),
  ],
  ['the threshold of many goods', (db: Queryable) => stockItemSetLowAtMany(db, storeId, goods, 0)],
  ['what is reserved of goods', (db: Queryable) => reservationListOfGoods(db, storeId, goods[0]!, '', 51)],
  [
    'rows by key',
    (db: Queryable) =>
      stockRowBatch(
        db,
        goods.map((of) => ({ ...of, storeId })),
      ),
  ],
])('%s goes by index alone, and is planned once', async (_, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(
    scans.filter((line) =>
      /Seq Scan on (product|shop|stock_item|stock_movement|reservation|reservation_line)\b/.test(line),
    ),
  ).toEqual([]);
  expect(scans.some((line) => /Index.* using /.test(line))).toBe(true);
  expect(kept).toBe(true);
});
