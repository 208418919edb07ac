import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SearchStockRequest_Filter as Filter,
  type SearchStockRequest,
  type SetLowStockThresholdRequest,
  type StockItem,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productSaveMany, stockItemInsertMany } from '../src/seed.ts';
import { productTombstone } from '../src/store/product.ts';
import { contextOf, outcomeOf, startService, type TestService } from './support/service.ts';
import { item, newStore, product } from './support/stock.ts';

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

const variants = ['var_1', 'var_2'].map((variantId) => ({ variantId, sku: variantId.toUpperCase() }));
/** Adds a store with a partly reserved product, one with variants, a draft, a service, and one that was never stocked. */
const stockedStore = () =>
  newStore(
    database.db,
    [
      product('prd_1', { sku: 'ONE' }),
      product('prd_2', { variants }),
      product('prd_3', { draft: true }),
      product('prd_4', { type: 'service' }),
      product('prd_5'),
    ],
    [
      item('prd_1', null, 10, 4),
      item('prd_2', 'var_1', 3),
      item('prd_2', 'var_2', 0),
      item('prd_3', null, 1),
    ],
  );

async function search(storeId: string, request: Partial<SearchStockRequest> = {}): Promise<StockItem[]> {
  const items: StockItem[] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const page = await service.client.searchStock(contextOf(storeId), {
      shopId: 'shp_1',
      productIds: [],
      filter: Filter.UNSPECIFIED,
      limit: 50,
      ...request,
      pageToken,
    });
    items.push(...page.items);
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return items;
}
const keysOf = (items: StockItem[]) =>
  items.map(({ row }) =>
    [row!.productId, ...(row!.variantId === undefined ? [] : [row!.variantId])].join('/'),
  );
const filtered = async (storeId: string, filter: Filter, request: Partial<SearchStockRequest> = {}) =>
  keysOf(await search(storeId, { ...request, filter }));
const adjust = (storeId: string, delta: number, productId: string, variantId?: string, shopId = 'shp_1') =>
  service.client.adjustStock(contextOf(storeId), { shopId, productId, variantId, delta });
const setStore = async (storeId: string, lowAt: number | undefined) => {
  await service.client.setStockSettings(contextOf(storeId), { lowAt });
  await service.deps.jobs.worker().run();
};
type Threshold = SetLowStockThresholdRequest['threshold'];
const setItem = (storeId: string, threshold: Threshold, productId: string, variantId?: string) =>
  service.client.setLowStockThreshold(contextOf(storeId), {
    shopId: 'shp_1',
    productId,
    variantId,
    threshold,
  });
const lowAt = (value: number): Threshold => ({ $case: 'lowAt', value });

describe('SearchStock', () => {
  test('lists all items that a shop could stock, drafts too but no services, by product and position', async () => {
    const storeId = await stockedStore();
    const items = await search(storeId);
    expect(keysOf(items)).toEqual(['prd_1', 'prd_2/var_1', 'prd_2/var_2', 'prd_3', 'prd_5']);
    expect(items[0]).toEqual({
      row: {
        shopId: 'shp_1',
        productId: 'prd_1',
        variantId: undefined,
        sku: 'ONE',
        onHand: 10,
        available: 6,
      },
      reserved: 4,
      lowAt: 0,
      hasOwnLowAt: false,
      isLow: false,
      isDraft: false,
    });
    expect(items[2]).toMatchObject({ row: { sku: 'VAR_2', onHand: 0 }, isLow: true });
    expect(items[3]).toMatchObject({ row: { onHand: 1 }, isDraft: true });
    expect(items[4]).toMatchObject({ row: { onHand: 0, available: 0 }, isLow: false });
    for (const limit of [1, 2]) expect(keysOf(await search(storeId, { limit }))).toEqual(keysOf(items));
    expect(keysOf(await search(storeId, { productIds: ['prd_5', 'prd_2', 'prd_z'] }))).toEqual([
      'prd_2/var_1',
      'prd_2/var_2',
      'prd_5',
    ]);
    expect((await search(storeId, { shopId: 'shp_2' })).every(({ row }) => row!.onHand === 0)).toBe(true);
  });

  test('a shop of another store is not found, and too many products are refused', async () => {
    const storeId = await stockedStore();
    for (const filter of [Filter.UNSPECIFIED, Filter.LOW, Filter.OUT])
      expect(await outcomeOf(search(storeId, { shopId: 'shp_9', filter }))).toBe('not_found');
    const productIds = Array.from({ length: 101 }, (_, n) => `prd_${n}`);
    expect(await outcomeOf(search(storeId, { productIds }))).toBe('invalid_value');
  });

  test('the low and out filters follow every change of the items that the shop ever stocked', async () => {
    const storeId = await stockedStore();
    expect(await filtered(storeId, Filter.OUT)).toEqual(['prd_2/var_2']);
    await setStore(storeId, 3);
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_2/var_1', 'prd_2/var_2', 'prd_3']);
    expect(await filtered(storeId, Filter.LOW, { limit: 1 })).toHaveLength(3);
    await adjust(storeId, -3, 'prd_1');
    await adjust(storeId, 1, 'prd_2', 'var_1');
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_1', 'prd_2/var_2', 'prd_3']);
    await adjust(storeId, -3, 'prd_1');
    expect(await filtered(storeId, Filter.OUT)).toEqual(['prd_1', 'prd_2/var_2']);
    expect(await filtered(storeId, Filter.OUT, { productIds: ['prd_1', 'prd_5'] })).toEqual(['prd_1']);
  });

  test('products and variants that catalog removed are skipped', async () => {
    const storeId = await stockedStore();
    await productTombstone(database.db, storeId, { productId: 'prd_3', version: 2 });
    const [kept] = variants;
    await productSaveMany(database.db, storeId, [product('prd_2', { variants: [kept!], version: 2 })]);
    await setStore(storeId, 100);
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_1', 'prd_2/var_1']);
    expect(await filtered(storeId, Filter.UNSPECIFIED)).toEqual(['prd_1', 'prd_2/var_1', 'prd_5']);
  });
});

describe('thresholds', () => {
  test('an item follows its own threshold, none at all, or the store’s, also after later changes', async () => {
    const storeId = await stockedStore();
    await setItem(storeId, lowAt(6), 'prd_1');
    await setItem(storeId, { $case: 'never', value: true }, 'prd_2', 'var_2');
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_1']);
    await setStore(storeId, 3);
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_1', 'prd_2/var_1', 'prd_3']);
    const [one] = await search(storeId, { productIds: ['prd_1'] });
    expect(one).toMatchObject({ lowAt: 6, hasOwnLowAt: true, isLow: true });
    const [, second] = await search(storeId, { productIds: ['prd_2'] });
    expect(second).toMatchObject({ lowAt: undefined, hasOwnLowAt: true, isLow: false });
    await setItem(storeId, { $case: 'asStore', value: true }, 'prd_1');
    expect(await filtered(storeId, Filter.LOW)).toEqual(['prd_2/var_1', 'prd_3']);
    await setStore(storeId, undefined);
    expect(await filtered(storeId, Filter.LOW)).toEqual([]);
    expect(await service.client.getStockSettings(contextOf(storeId), {})).toEqual({ lowAt: undefined });
  });

  test('an item that is stocked for the first time gets the store’s threshold', async () => {
    const storeId = await stockedStore();
    await setStore(storeId, 5);
    await adjust(storeId, 2, 'prd_5');
    await service.client.transferStock(contextOf(storeId), {
      fromShopId: 'shp_1',
      toShopId: 'shp_2',
      lines: [{ productId: 'prd_1', quantity: 1 }],
    });
    expect(await filtered(storeId, Filter.LOW)).toContain('prd_5');
    expect(await filtered(storeId, Filter.LOW, { shopId: 'shp_2' })).toEqual(['prd_1']);
  });

  test('the store’s threshold reaches more items than one part of the job updates, and no other store', async () => {
    const storeId = await stockedStore();
    const other = await stockedStore();
    const ids = Array.from({ length: 2_500 }, (_, n) => `prd_x${String(n).padStart(4, '0')}`);
    for (let at = 0; at < ids.length; at += 1_000) {
      const part = ids.slice(at, at + 1_000);
      await productSaveMany(
        database.db,
        storeId,
        part.map((id) => product(id)),
      );
      await stockItemInsertMany(
        database.db,
        storeId,
        part.map((id) => item(id, null, 2)),
      );
    }
    await setStore(storeId, 2);
    const { lowCount, outCount } = await service.client.listLowStock(contextOf(storeId), { limit: 1 });
    expect([lowCount, outCount]).toEqual([2_502, 1]);
    expect(await filtered(other, Filter.LOW)).toEqual(['prd_2/var_2']);
  });

  test('thresholds out of bounds, and of items that cannot have one, are refused', async () => {
    const storeId = await stockedStore();
    expect(await outcomeOf(setItem(storeId, lowAt(-1), 'prd_1'))).toBe('invalid_value');
    expect(await outcomeOf(setItem(storeId, undefined, 'prd_1'))).toBe('missing');
    expect(await outcomeOf(setItem(storeId, lowAt(1), 'prd_2'))).toBe('missing');
    expect(await outcomeOf(setItem(storeId, lowAt(1), 'prd_4'))).toBe('invalid_value');
    expect(await outcomeOf(setItem(storeId, lowAt(1), 'prd_z'))).toBe('not_found');
    expect(await outcomeOf(setItem(await newStore(database.db), lowAt(1), 'prd_1'))).toBe('not_found');
    expect(await outcomeOf(setStore(storeId, -1))).toBe('invalid_value');
  });
});

describe('ListLowStock', () => {
  test('lists the low items of all shops, the least available first, with their total', async () => {
    const storeId = await stockedStore();
    await setStore(storeId, 3);
    await adjust(storeId, 2, 'prd_5', undefined, 'shp_2');
    const answer = await service.client.listLowStock(contextOf(storeId), { limit: 3 });
    const { items, lowCount, outCount, shops } = answer;
    expect(items.map(({ row }) => [row!.shopId, row!.productId, row!.available])).toEqual([
      ['shp_1', 'prd_2', 0],
      ['shp_1', 'prd_3', 1],
      ['shp_2', 'prd_5', 2],
    ]);
    expect([lowCount, outCount]).toEqual([4, 1]);
    expect(shops.reduce((sum, shop) => sum + shop.lowCount, 0)).toBe(4);
    expect(shops.reduce((sum, shop) => sum + shop.outCount, 0)).toBe(1);
    const second = await service.client.listLowStock(contextOf(storeId), { limit: 3, shopId: 'shp_2' });
    expect(second.items.map(({ row }) => row!.productId)).toEqual(['prd_5']);
    expect(second.shops).toEqual([{ shopId: 'shp_2', lowCount: 1, outCount: 0 }]);
    const empty = await service.client.listLowStock(contextOf('sto_z'), { limit: 3 });
    expect(empty).toEqual({ items: [], lowCount: 0, outCount: 0, shops: [] });
  });
});

describe('ListReservations', () => {
  test('lists the orders that have units of an item reserved, page by page, and none that is done', async () => {
    const storeId = await stockedStore();
    const reserve = (orderId: string, quantity: number, variantId?: string) =>
      service.client.reserveStock(contextOf(storeId), {
        orderId,
        lines: [{ shopId: 'shp_1', productId: variantId ? 'prd_2' : 'prd_1', variantId, quantity }],
        expiresAtMs: 5_000,
      });
    await reserve('ord_a', 2);
    await reserve('ord_b', 1);
    await reserve('ord_c', 3, 'var_1');
    await service.client.setOrderStock(contextOf(storeId), {
      stock: { orderId: 'ord_b', version: 1, state: 3 },
    });
    const reservations = async (limit: number, productId = 'prd_1', variantId?: string, shopId = 'shp_1') => {
      const all: [string, number, number | undefined][] = [];
      let pageToken: Buffer = Buffer.alloc(0);
      do {
        const request = { shopId, productId, variantId, limit, pageToken };
        const page = await service.client.listReservations(contextOf(storeId), request);
        all.push(
          ...page.reservations.map(
            (r) => [r.orderId, r.quantity, r.expiresAtMs] as [string, number, number | undefined],
          ),
        );
        pageToken = page.nextPageToken;
      } while (pageToken.length > 0);
      return all;
    };
    for (const limit of [1, 50])
      expect(await reservations(limit)).toEqual([
        ['ord_a', 2, 5_000],
        ['ord_held', 4, undefined],
      ]);
    expect(await reservations(50, 'prd_2', 'var_1')).toEqual([['ord_c', 3, 5_000]]);
    expect(await reservations(50, 'prd_1', undefined, 'shp_2')).toEqual([]);
  });
});
