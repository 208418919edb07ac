import { afterAll, beforeAll, expect, test } from 'vitest';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { enumNames } from '@commerce/proto/enum.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import {
  createTestDatabase,
  planOf,
  sentBy,
  type TestDatabase,
} from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { reservationInsertMany, shopSaveMany } from '../src/seed.ts';
import { movementListByProduct, movementListByShop, movementPartitions } from '../src/store/movement.ts';
import { openPrisma, type Prisma } from '../src/store/prisma.ts';
import { productFindWithShops, productLockMany, productRetire } from '../src/store/product.ts';
import {
  reservationAddMany,
  reservationDeleteMany,
  reservationLineList,
  reservationListExpired,
  reservationListByKey,
  reservationLock,
  reservationSettleMany,
} from '../src/store/reservation.ts';
import { stockItemAdjust, stockItemAdjustMany } from '../src/store/stock-item-adjust.ts';
import {
  stockItemApplyMany,
  stockItemDeleteEmpty,
  stockItemLockMany,
  stockItemLockByProduct,
} from '../src/store/stock-item.ts';
import {
  stockItemListLow,
  stockItemSearch,
  stockItemSearchProducts,
  stockItemSumMany,
} from '../src/store/stock-item-search.ts';
import {
  stockItemLockWithoutOwnLowAt,
  stockItemSetLowAt,
  stockItemSetLowAtMany,
} from '../src/store/stock-settings.ts';
import { stockItemBatch } from '../src/store/stock-item-list.ts';
import { item, newStore, product } from './support/stock.ts';

const ids = Array.from({ length: 5_000 }, (_, i) => `prd_${String(i).padStart(6, '0')}`);
let database: TestDatabase;
let prisma: Prisma;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const { db } = database;
  prisma = openPrisma(db);
  const months = movementPartitions(db);
  for (let month = 0; month < 24; month++) await months.ensure(Date.UTC(2025, month));
  const shops = Array.from({ length: 1_000 }, (_, n) => `shp_${n}`);
  for (let other = 0; other < 20; other++) await shopSaveMany(prisma, `sto_other_${other}`, shops);
  storeId = await newStore(
    db,
    ids.map((id) => product(id)),
    ids.map((id) => item(id, null, 1_000)),
  );
  const lines = [{ shopId: 'shp_1', productId: ids[0]!, variantId: null, quantity: 1 }];
  await reservationInsertMany(
    db,
    storeId,
    ids.map((id) => ({ orderId: `ord_${id}`, state: 'taken', lines })),
  );
  await db.pool.query('analyze');
});
afterAll(() => database.drop());

const keys = [10, 20, 30].map((n) => ({ shopId: 'shp_1', productId: ids[n]!, variantId: '' }));
const allKinds = { kinds: enumNames(MovementKind) };
const all = { shopId: 'shp_1', productIds: [] };
const cause = { kind: 'adjustment' as const, actor: systemActor, atMs: 0 };

test.each([
  ['an adjustment', (db: Queryable) => stockItemAdjust(db, storeId, keys[0]!, { delta: -1 }, cause)],
  [
    'adjustments of several items',
    (db: Queryable) =>
      stockItemAdjustMany(
        db,
        storeId,
        keys.map((key) => ({ key, quantity: { delta: -1 }, cause })),
      ),
  ],
  ['locking items', (db: Queryable) => stockItemLockMany(db, storeId, keys)],
  ['locking the items of a product', (db: Queryable) => stockItemLockByProduct(db, storeId, ids[5]!)],
  ['retiring a product', (db: Queryable) => productRetire(db, storeId, ids[5]!, 0)],
  ['deleting empty items', (db: Queryable) => stockItemDeleteEmpty(db, storeId, ids[5]!)],
  [
    'finding products and shops',
    (db: Queryable) => productFindWithShops(db, storeId, ['shp_1'], ids.slice(5, 9)),
  ],
  ['locking products', (db: Queryable) => productLockMany(db, storeId, ids.slice(5, 9))],
  [
    'applying changes',
    (db: Queryable) =>
      stockItemApplyMany(
        db,
        storeId,
        keys.map((key) => ({ item: { ...key, onHand: 5, reserved: 0 }, onHand: 4, reserved: 0 })),
        cause,
      ),
  ],
  ['locking a reservation', (db: Queryable) => reservationLock(db, storeId, `ord_${ids[3]}`)],
  [
    'adding reservations',
    (db: Queryable) =>
      reservationAddMany(
        db,
        storeId,
        ['ord_1', 'ord_2'].map((orderId) => ({
          orderId,
          expiresAtMs: 0,
          lines: keys.map((key) => ({ ...key, quantity: 1 })),
        })),
      ),
  ],
  [
    'deleting reservations',
    (db: Queryable) => reservationDeleteMany(db, storeId, [`ord_${ids[3]}`, `ord_${ids[4]}`]),
  ],
  [
    'confirming orders',
    (db: Queryable) =>
      reservationSettleMany(
        db,
        storeId,
        ids.slice(3, 6).map((id) => ({ orderId: `ord_${id}`, version: 1, state: OrderStock_State.RESERVED })),
      ),
  ],
  ['listing the lines of an order', (db: Queryable) => reservationLineList(db, storeId, `ord_${ids[3]}`)],
  ['listing expired reservations', (db: Queryable) => reservationListExpired(db, 0, undefined, 100)],
  [
    'listing the movements of a shop',
    (db: Queryable) =>
      movementListByShop(db, storeId, {
        shopId: 'shp_1',
        filter: allKinds,
        before: [Date.now(), 9_999],
        limit: 51,
      }),
  ],
  [
    'listing the movements of a product',
    async (db: Queryable) => {
      const page = { productId: ids[4]!, filter: allKinds, beforeId: 9_999, limit: 51 };
      return db.rows(...(await sentBy(database.db, () => movementListByProduct(prisma, storeId, page))));
    },
  ],
  [
    'searching a page of a shop',
    (db: Queryable) => stockItemSearchProducts(db, storeId, all, ids[2_500]!, 50),
  ],
  [
    'searching some products',
    (db: Queryable) => stockItemSearchProducts(db, storeId, { ...all, productIds: ids.slice(5, 9) }, '', 50),
  ],
  [
    'searching the low items of a shop',
    (db: Queryable) =>
      stockItemSearch(db, storeId, { which: 'low', ...all, after: [ids[9]!, ''], limit: 51 }),
  ],
  [
    'searching the empty items of a shop',
    (db: Queryable) =>
      stockItemSearch(db, storeId, { which: 'out', ...all, after: [ids[9]!, ''], limit: 51 }),
  ],
  ['summing the stock of products', (db: Queryable) => stockItemSumMany(db, storeId, ids.slice(10, 60))],
  ['listing the low items of a store', (db: Queryable) => stockItemListLow(db, storeId, 10, undefined)],
  ['setting the threshold of an item', (db: Queryable) => stockItemSetLowAt(db, storeId, keys[0]!, 3)],
  [
    'locking items for the store’s threshold',
    (db: Queryable) => stockItemLockWithoutOwnLowAt(db, storeId, keys[0]!, 1_000),
  ],
  ['setting the threshold of many items', (db: Queryable) => stockItemSetLowAtMany(db, storeId, keys, 0)],
  [
    'listing the reservations of an item',
    (db: Queryable) => reservationListByKey(db, storeId, keys[0]!, '', 51),
  ],
  [
    'reading items by key',
    (db: Queryable) =>
      stockItemBatch(
        db,
        keys.map((key) => ({ ...key, storeId })),
      ),
  ],
])('%s uses indexes only and is planned once', async (_, run) => {
  const { scans, kept } = await planOf(database.db, run);
  expect(
    scans.filter((line) =>
      /Seq Scan on (product|shop|stock_item|stock_movement\w*|reservation|reservation_line)\b/.test(line),
    ),
  ).toEqual([]);
  expect(scans.some((line) => /Index.* using /.test(line))).toBe(true);
  expect(kept).toBe(true);
});
