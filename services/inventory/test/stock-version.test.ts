import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import definition from '../src/main.ts';
import { openPrisma, productSaveMany, shopSaveMany, stockItemInsertMany } from '../src/seed.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';

const PRODUCTS = ['prd_1', 'prd_2', 'prd_3'];
const SHOPS = ['shp_1', 'shp_2'];

let database: TestDatabase;
let service: TestService;
let stores = 0;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function newStore(): Promise<string> {
  const storeId = `sto_${++stores}`;
  const { db } = database;
  await shopSaveMany(openPrisma(db), storeId, SHOPS);
  const product = { sku: 'A', type: 'simple' as const, variants: [], shopIds: [], draft: false, version: 1 };
  await productSaveMany(
    db,
    storeId,
    PRODUCTS.map((productId) => ({ ...product, productId })),
  );
  const item = { shopId: 'shp_1', variantId: null, onHand: 1_000, reserved: 0 };
  await stockItemInsertMany(
    db,
    storeId,
    PRODUCTS.map((productId) => ({ ...item, productId })),
  );
  return storeId;
}

const ctxOf = (storeId?: string) => systemContext('test', deadlineIn(30_000), storeId);
const listed = (storeId: string, shopId = 'shp_1'): Promise<ListStockResponse> =>
  service.client.listStock(ctxOf(storeId), { shopId, limit: 50, pageToken: Buffer.alloc(0) });
const versions = async (...storeIds: string[]): Promise<string[]> =>
  (await service.client.getStockVersions(ctxOf(), { storeIds })).versions;

test('the current version is that of a page read now, for each store on its own', async () => {
  const [a, b] = [await newStore(), await newStore()];
  expect(await versions(a, b, a)).toEqual([
    (await listed(a)).version,
    (await listed(b, 'shp_2')).version,
    (await listed(a, 'shp_2')).version,
  ]);
  expect(new Set(await versions(a, b)).size).toBe(2);
  expect(await versions('sto_unknown')).toEqual([expect.any(String)]);
});

const CHANGES = [
  `insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand) values ($1, 'shp_2', 'prd_1', '', 1)`,
  `update stock_item set on_hand = on_hand + 1 where store_id = $1 and product_id = 'prd_1'`,
  `update stock_item set reserved = 1 where store_id = $1 and product_id = 'prd_1'`,
  `delete from stock_item where store_id = $1 and product_id = 'prd_1'`,
  `insert into product (store_id, id, is_draft, version, type) values ($1, 'prd_4', false, 1, 'simple')`,
  `update product set sku = 'B' where store_id = $1 and id = 'prd_1'`,
  `update product set variant_ids = '{var_1}', variant_skus = '{X}' where store_id = $1 and id = 'prd_1'`,
  `update product set shop_ids = '{shp_2}' where store_id = $1 and id = 'prd_1'`,
  `update product set is_draft = true where store_id = $1 and id = 'prd_1'`,
  `update product set is_deleted = true where store_id = $1 and id = 'prd_1'`,
  `update product set type = 'service' where store_id = $1 and id = 'prd_1'`,
  `delete from shop where store_id = $1 and id = 'shp_2'`,
];

describe('the version of the pages', () => {
  test.each(CHANGES)('is another one after: %s', async (sql) => {
    const [changed, other] = [await newStore(), await newStore()];
    const [before, otherBefore] = await versions(changed, other);
    await database.db.pool.query(sql, [changed]);
    const [after, otherAfter] = await versions(changed, other);
    expect(after).not.toBe(before);
    expect(otherAfter).toBe(otherBefore);
  });

  test.each([
    `update product set version = version + 1 where store_id = $1`,
    `update stock_item set low_at = 5, has_own_low_at = true where store_id = $1`,
  ])('is the same after: %s', async (sql) => {
    const storeId = await newStore();
    const before = await versions(storeId);
    await database.db.pool.query(sql, [storeId]);
    expect(await versions(storeId)).toEqual(before);
  });

  test('is locked for the commit only, and is the old one after a rollback', async () => {
    const storeId = await newStore();
    const before = await versions(storeId);
    const [open, other] = [await database.db.pool.connect(), await database.db.pool.connect()];
    try {
      await open.query('begin');
      await open.query(`update stock_item set on_hand = 1 where store_id = $1 and product_id = 'prd_1'`, [
        storeId,
      ]);
      await other.query(`update stock_item set on_hand = 2 where store_id = $1 and product_id = 'prd_2'`, [
        storeId,
      ]);
      const between = await versions(storeId);
      expect(between).not.toEqual(before);
      await open.query('rollback');
      expect(await versions(storeId)).toEqual(between);
    } finally {
      open.release();
      other.release();
    }
  });
});

test('a version never names two contents, while writers change stock at two shops', async () => {
  const storeId = await newStore();
  const contents = new Map<string, Set<string>>();
  const writing = new AbortController();
  const reader = async (shopId: string): Promise<void> => {
    while (!writing.signal.aborted) {
      const [[before], page] = [await versions(storeId), await listed(storeId, shopId)];
      const content = JSON.stringify(page.rows);
      const key = `${shopId} ${page.version}`;
      contents.set(key, (contents.get(key) ?? new Set()).add(content));
      // The version that was read before cannot be newer than the page's: both are read, in this order, from what is committed.
      const [after] = await versions(storeId);
      if (before === after) expect(page.version).toBe(before);
    }
  };
  const writer = async (n: number): Promise<void> => {
    for (let i = 0; i < (atLongLevel ? 40 : 15); i++) {
      const productId = PRODUCTS[(n + i) % PRODUCTS.length]!;
      const key = `k-${++keys}`;
      const [fromShopId, toShopId] = i % 2 ? SHOPS : SHOPS.toReversed();
      if (n % 2 === 0)
        await service.client.adjustStock(contextOf(storeId, key), { shopId: 'shp_1', productId, delta: -1 });
      else
        await outcomeOf(
          service.client.transferStock(contextOf(storeId, key), {
            fromShopId: fromShopId!,
            toShopId: toShopId!,
            lines: [{ productId, quantity: 1 + (i % 2) }],
          }),
        );
    }
  };
  const readers = Promise.all([...SHOPS, ...SHOPS].map(reader));
  await Promise.all([0, 1, 2, 3, 4, 5].map(writer)).finally(() => writing.abort());
  await readers;
  expect([...contents].filter(([, seen]) => seen.size > 1)).toEqual([]);
  expect(contents.size).toBeGreaterThan(20);
});
