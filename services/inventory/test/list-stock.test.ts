import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ListStockRequest, StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import {
  productSaveMany,
  openPrisma,
  shopSaveMany,
  stockItemInsertMany,
  type ProductRecord,
  type StockItemRecord,
} from '../src/seed.ts';
import { productTombstone } from '../src/store/product.ts';
import { startService, type TestService } from './support/service.ts';

let database: TestDatabase;
let service: TestService;
let stores = 0;
const newStore = (): string => `sto_${++stores}`;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const listed = (storeId: string, request: Partial<ListStockRequest> = {}) =>
  service.client.listStock(systemContext('test', deadlineIn(30_000), storeId), {
    shopId: 'shp_1',
    limit: 50,
    pageToken: Buffer.alloc(0),
    ...request,
  });
const product = (productId: string, fields: Partial<ProductRecord> = {}): ProductRecord => ({
  productId,
  sku: null,
  type: 'simple',
  variants: [],
  shopIds: [],
  draft: false,
  version: 1,
  ...fields,
});
async function newStoreWith(products: ProductRecord[], items: StockItemRecord[] = []): Promise<string> {
  const storeId = newStore();
  await shopSaveMany(openPrisma(database.db), storeId, ['shp_1', 'shp_2']);
  await productSaveMany(database.db, storeId, products);
  await stockItemInsertMany(database.db, storeId, items);
  return storeId;
}
const item = (
  productId: string,
  variantId: string | null,
  onHand: number,
  reserved = 0,
): StockItemRecord => ({
  shopId: 'shp_1',
  productId,
  variantId,
  onHand,
  reserved,
});

describe('ListStock', () => {
  test('returns a row per product or, in the order of positions, per variant, with zero for items that were never stocked', async () => {
    const variants = [
      { variantId: 'var_b', sku: 'B' },
      { variantId: 'var_a', sku: null },
    ];
    const storeId = await newStoreWith(
      [product('prd_1', { sku: 'MUG' }), product('prd_2', { sku: 'SHIRT', variants }), product('prd_3')],
      [item('prd_1', null, 7, 2), item('prd_2', 'var_a', 4)],
    );
    const row = { shopId: 'shp_1', variantId: undefined, sku: undefined, onHand: 0, available: 0 };
    expect((await listed(storeId)).rows).toEqual([
      { ...row, productId: 'prd_1', sku: 'MUG', onHand: 7, available: 5 },
      { ...row, productId: 'prd_2', variantId: 'var_b', sku: 'B' },
      { ...row, productId: 'prd_2', variantId: 'var_a', onHand: 4, available: 4 },
      { ...row, productId: 'prd_3' },
    ]);
    const elsewhere = (await listed(storeId, { shopId: 'shp_2' })).rows;
    expect(elsewhere).toHaveLength(4);
    expect(elsewhere.every((r) => r.shopId === 'shp_2' && r.onHand === 0)).toBe(true);
  });

  test('a shop of another store is not found, with and without products', async () => {
    const storeId = await newStoreWith([product('prd_1')]);
    const notFound = { code: 'not_found' };
    await expect(listed(storeId, { shopId: 'shp_9' })).rejects.toMatchObject(notFound);
    await expect(listed(storeId, { shopId: 'shp_9', productId: 'prd_1' })).rejects.toMatchObject(notFound);
    await expect(listed(newStore())).rejects.toMatchObject(notFound);
    expect((await listed(await newStoreWith([]))).rows).toEqual([]);
  });

  test('lists products that the shop sells or holds, and never services', async () => {
    const sizes = [
      { variantId: 'var_a', sku: null },
      { variantId: 'var_b', sku: null },
    ];
    const storeId = await newStoreWith(
      [
        product('prd_1', { shopIds: ['shp_2'] }),
        product('prd_2', { shopIds: ['shp_2'], variants: sizes }),
        product('prd_3', { shopIds: ['shp_1'] }),
        product('prd_4', { type: 'service' }),
        product('prd_5'),
        product('prd_6', { draft: true }),
      ],
      [item('prd_1', null, 0), item('prd_2', 'var_b', 2, 2), item('prd_3', null, 1), item('prd_6', null, 1)],
    );
    const shown = async (shopId: string, productId?: string) =>
      (await listed(storeId, { shopId, productId })).rows.map((row) => [row.productId, row.variantId ?? '']);
    const held = [
      ['prd_2', 'var_a'],
      ['prd_2', 'var_b'],
    ];
    expect(await shown('shp_1')).toEqual([...held, ['prd_3', ''], ['prd_5', '']]);
    expect(await shown('shp_2')).toEqual([['prd_1', ''], ...held, ['prd_5', '']]);
    expect(await shown('shp_1', 'prd_1')).toEqual([]);
    expect(await shown('shp_1', 'prd_2')).toEqual(held);
    expect(await shown('shp_1', 'prd_4')).toEqual([]);
    await productSaveMany(database.db, storeId, [product('prd_3', { shopIds: ['shp_2'], version: 2 })]);
    expect(await shown('shp_2')).toHaveLength(5);
    // A page that ends at a product which is not listed continues after it.
    const pages = [];
    let pageToken: Buffer = Buffer.alloc(0);
    do {
      const page = await listed(storeId, { limit: 1, pageToken });
      pages.push(...page.rows.map((row) => row.productId));
      pageToken = page.nextPageToken;
    } while (pageToken.length > 0);
    expect(pages).toEqual(['prd_2', 'prd_2', 'prd_3', 'prd_5']);
  });

  test('filters by one product, and returns nothing when the store does not have it', async () => {
    const storeId = await newStoreWith([product('prd_1'), product('prd_2')], [item('prd_2', null, 3)]);
    await newStoreWith([product('prd_3')]);
    const one = await listed(storeId, { productId: 'prd_2' });
    expect(one.rows).toMatchObject([{ productId: 'prd_2', onHand: 3 }]);
    expect(one.nextPageToken).toHaveLength(0);
    expect((await listed(storeId, { productId: 'prd_3' })).rows).toEqual([]);
  });

  test('lists neither drafts nor deleted products, and a late change restores none', async () => {
    const storeId = await newStoreWith([
      product('prd_1', { draft: true }),
      product('prd_2'),
      product('prd_3'),
    ]);
    for (const productId of ['prd_3', 'prd_4'])
      await productTombstone(database.db, storeId, { productId, version: 3 });
    await productSaveMany(database.db, storeId, [product('prd_3', { version: 2 }), product('prd_4')]);
    expect((await listed(storeId)).rows.map((row) => row.productId)).toEqual(['prd_2']);
    for (const productId of ['prd_1', 'prd_3', 'prd_4'])
      expect((await listed(storeId, { productId })).rows).toEqual([]);
  });

  test('shows the newest projection of a product', async () => {
    const storeId = await newStoreWith([product('prd_1', { version: 2, sku: 'NEW' })]);
    await productSaveMany(database.db, storeId, [product('prd_1', { version: 1, sku: 'OLD' })]);
    expect((await listed(storeId)).rows).toMatchObject([{ sku: 'NEW' }]);
    await productSaveMany(database.db, storeId, [product('prd_1', { version: 3, sku: 'NEWER' })]);
    expect((await listed(storeId)).rows).toMatchObject([{ sku: 'NEWER' }]);
  });

  test('pages return every row once, in order, for any limit', async () => {
    await fc.assert(
      fc.asyncProperty(storeArb, fc.integer({ min: 1, max: 100 }), async (shelves, limit) => {
        const products = shelves.map((shelf, i) => shelfProduct(i, shelf.length - 1));
        const rows = shelves.flatMap((shelf, i) => shelfRows(products[i]!, shelf));
        const storeId = await newStoreWith(
          products,
          rows.filter((row) => row.onHand > 0),
        );
        const pages = await allPages(storeId, limit);
        expect(pages.flat().map((r) => [r.productId, r.variantId, r.onHand, r.available])).toEqual(
          rows.map((r) => [r.productId, r.variantId ?? undefined, r.onHand, r.onHand - r.reserved]),
        );
        const sizes = pages.map((page) => new Set(page.map((row) => row.productId)).size);
        expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(products.length / limit)));
        expect(sizes.at(-1)).toBe(products.length - limit * (pages.length - 1));
      }),
      { numRuns: 40 },
    );
  });
});

/** Units on hand of each product: the first for a product without variants, the rest for variants. */
const storeArb = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }), {
  maxLength: 130,
});

function shelfProduct(index: number, variantCount: number): ProductRecord {
  const variants = Array.from({ length: variantCount }, (_, i) => ({ variantId: `var_${9 - i}`, sku: null }));
  return product(`prd_${String(index).padStart(4, '0')}`, { variants });
}

function shelfRows({ productId, variants }: ProductRecord, shelf: number[]): StockItemRecord[] {
  const rowOf = (variantId: string | null, onHand: number) =>
    item(productId, variantId, onHand, Math.floor(onHand / 2));
  if (variants.length === 0) return [rowOf(null, shelf[0]!)];
  return variants.map(({ variantId }, i) => rowOf(variantId, shelf[i + 1]!));
}

async function allPages(storeId: string, limit: number): Promise<StockRow[][]> {
  const pages: StockRow[][] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const page = await listed(storeId, { limit, pageToken });
    pages.push(page.rows);
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return pages;
}
