import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  ListProductsResponse,
  type ListProductVersionsResponse,
  type ListProductsRequest,
  type Product,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { listProductVersions } from '../src/rpc/list-product-versions.ts';
import { listProducts } from '../src/rpc/list-products.ts';
import type { Clients } from '../src/clients.ts';
import { openDeps } from '../src/deps.ts';
import definition from '../src/main.ts';
import { brandInsertMany, categoryInsertMany } from '../src/seed.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { productRecord, variant } from './support/products.ts';
import { catalogParts } from './support/parts.ts';

let database: TestDatabase;
let list: ReturnType<typeof listProducts>;
let versions: ReturnType<typeof listProductVersions>;
const T0 = 1_760_000_000_000;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const deps = openDeps(catalogParts(database.db, {} as Clients));
  list = listProducts(deps);
  versions = listProductVersions(deps);
  await categoryInsertMany(
    deps.prisma,
    'a',
    ['cat_1', 'cat_2', 'cat_empty'].map((id) => ({
      id,
      name: id,
      slug: id,
      parentId: undefined,
      depth: 0,
      isActive: true,
      image: undefined,
      updatedAtMs: T0,
    })),
  );
  await brandInsertMany(
    deps.prisma,
    'a',
    ['brd_1'].map((id) => ({ id, name: id, slug: id, isActive: true, image: undefined, updatedAtMs: T0 })),
  );
  const records = Array.from({ length: 60 }, (_, n) =>
    // Three products each share a time, so that pages end within ties.
    productRecord('a', `p${String((n * 37) % 60).padStart(2, '0')}`, {
      updatedAtMs: T0 + Math.floor(n / 3),
      categoryIds: n % 2 ? ['cat_1'] : ['cat_1', 'cat_2'],
      brandIds: n % 5 ? [] : ['brd_1'],
      sku: n % 4 ? `SKU-${n % 7}` : undefined,
      barcode: n % 9 ? undefined : '779',
      variants:
        n % 6 === 0
          ? [
              variant(`v${n}a`, 0, { sku: `VSKU-${n}` }),
              variant(`v${n}b`, 1, { sku: 'SKU-1', barcode: '779' }),
            ]
          : [],
    }),
  );
  await productSaveMany(database.db, 'a', records);
  await productSaveMany(database.db, 'a', [
    productRecord(
      'a',
      'draft',
      { sku: 'SKU-1', barcode: '779', categoryIds: ['cat_1'], slug: 'draft' },
      true,
    ),
  ]);
  await productSaveMany(database.db, 'b', [
    productRecord('b', 'p00', { sku: 'SKU-1', barcode: '779', name: 'of b' }),
  ]);
  await database.db.pool.query('analyze');
});

afterAll(() => database.drop());

const none: ListProductsRequest = {
  limit: 100,
  pageToken: Buffer.alloc(0),
  updatedSinceMs: undefined,
  sku: undefined,
  categoryId: undefined,
  brandId: undefined,
  ids: [],
  barcode: undefined,
};

async function page(storeId: string, request: Partial<ListProductsRequest>) {
  const answer = (await list(systemContext('r', deadlineIn(30_000), storeId), {
    ...none,
    ...request,
  })) as EncodedPage;
  return ListProductsResponse.decode(answer.serialize());
}

async function all(storeId: string, request: Partial<ListProductsRequest>): Promise<Product[]> {
  const products: Product[] = [];
  let pageToken = Buffer.alloc(0);
  do {
    const next = await page(storeId, { ...request, pageToken });
    products.push(...next.products);
    pageToken = next.nextPageToken as Buffer<ArrayBuffer>;
  } while (pageToken.length > 0);
  return products;
}

const ids = (products: Product[]) => products.map(({ id }) => id);
const inOrder = (products: Product[]) =>
  products.toSorted((x, y) => x.updatedAtMs - y.updatedAtMs || (x.id < y.id ? -1 : 1));

describe('the list of products', () => {
  test('the list has every product of the store except drafts, in the order of changes', async () => {
    const products = await all('a', {});
    expect(products).toHaveLength(60);
    expect(ids(products)).toEqual(ids(inOrder(products)));
    expect(ids(await all('b', {}))).toEqual(['p00']);
    expect((await all('b', {}))[0]!.name).toBe('of b');
  });

  test('the versions of pages of several stores are those of their lists', async () => {
    const pages = ['a', 'b', 'none', 'a'].map((storeId, n) => ({
      storeId,
      limit: [7, 100, 5, 100][n]!,
      pageToken: Buffer.alloc(0),
      updatedSinceMs: n === 3 ? T0 + 5 : undefined,
    }));
    const whole = (request: (typeof pages)[number]) => page(request.storeId, request);
    for (let round = 0; round < 3; round++) {
      const expected = await Promise.all(pages.map(whole));
      const listed = (await versions(systemContext('r', deadlineIn(30_000)), {
        pages,
      })) as ListProductVersionsResponse;
      expect(listed.pages).toEqual(
        expected.map(({ products, nextPageToken }) => ({
          versions: products.map(({ id, updatedAtMs }) => `${id},${updatedAtMs}`).join(';'),
          nextPageToken,
        })),
      );
      // The next pages of the first store.
      pages[0]!.pageToken = Buffer.from(listed.pages[0]!.nextPageToken);
    }
  });

  test('pages of any size, with any filter, contain each product of the list once', async () => {
    const whole = await all('a', {});
    const filter = fc.record({
      limit: fc.integer({ min: 1, max: 70 }),
      updatedSinceMs: fc.option(fc.integer({ min: T0 - 1, max: T0 + 21 }), { nil: undefined }),
      sku: fc.option(fc.constantFrom('SKU-1', 'SKU-2', 'VSKU-0', 'none'), { nil: undefined }),
      categoryId: fc.option(fc.constantFrom('cat_1', 'cat_2'), { nil: undefined }),
      brandId: fc.option(fc.constant('brd_1'), { nil: undefined }),
      barcode: fc.option(fc.constantFrom('779', '77', 'none'), { nil: undefined }),
      ids: fc.option(fc.array(fc.constantFrom(...ids(whole), 'draft', 'p99'), { minLength: 1 }), {
        nil: [] as string[],
      }),
    });
    await fc.assert(
      fc.asyncProperty(filter, async (request) => {
        const expected = whole.filter(
          (p) =>
            p.updatedAtMs >= (request.updatedSinceMs ?? 0) &&
            (request.sku === undefined ||
              p.sku === request.sku ||
              p.variants.some((v) => v.sku === request.sku)) &&
            (request.barcode === undefined ||
              p.barcode === request.barcode ||
              p.variants.some((v) => v.barcode === request.barcode)) &&
            (request.ids.length === 0 || request.ids.includes(p.id)) &&
            (request.categoryId === undefined || p.categoryIds.includes(request.categoryId)) &&
            (request.brandId === undefined || p.brandIds.includes(request.brandId)),
        );
        expect(ids(await all('a', request))).toEqual(ids(expected));
      }),
      { numRuns: 150 },
    );
  });

  test('the list of another store’s category or brand is not found, and that of one without products is empty', async () => {
    await expect(page('a', { categoryId: 'cat_9' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(page('b', { categoryId: 'cat_1' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(page('b', { brandId: 'brd_1' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(page('a', { sku: 'SKU-1', categoryId: 'cat_9' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(page('b', { categoryId: 'cat_1', brandId: 'brd_1' })).rejects.toMatchObject({
      details: [{ field: 'category' }, { field: 'brand' }],
    });
    expect(await all('a', { categoryId: 'cat_empty' })).toEqual([]);
  });
});

describe('the filter ids', () => {
  test('ids of other stores, of drafts, and unknown ones match nothing', async () => {
    expect(ids(await all('a', { ids: ['p01', 'draft', 'p01', 'nothing'] }))).toEqual(['p01']);
    expect(ids(await all('b', { ids: ['p00', 'p01'] }))).toEqual(['p00']);
    expect((await all('b', { ids: ['p00'] }))[0]!.name).toBe('of b');
    expect(await all('b', { ids: ['p01'] })).toEqual([]);
  });

  test('more than 100 ids are refused', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `p${n}`);
    const refusal = { code: 'invalid_request', details: [{ reason: 'invalid_value', field: 'ids' }] };
    await expect(page('a', { ids: many })).rejects.toMatchObject(refusal);
    expect((await page('a', { ids: many.slice(1) })).products).toHaveLength(50);
  });
});

describe('the plans of the list', () => {
  test.each([
    [
      'the whole list',
      `select message from product where store_id = 'a' and not is_draft and (updated_at, id) > (now(), 'p') order by updated_at, id limit 51`,
      'product_by_update',
    ],
    [
      'a filtered list',
      `select f.product_id from product_filter f where f.store_id = 'a' and f.filter = 'category' and f.value = 'cat_1' and (f.updated_at, f.product_id) > (now(), 'p') order by f.updated_at, f.product_id limit 51`,
      'product_filter_by_update',
    ],
  ])('%s is an index range in its order, without a sort', async (_name, sql, index) => {
    const client = await database.db.pool.connect();
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(`explain (format json) ${sql}`);
    client.release(true);
    const plan = JSON.stringify(rows);
    expect(plan).toContain(index);
    expect(plan).not.toContain('"Sort"');
  });
});
