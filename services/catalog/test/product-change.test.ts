import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BatchGetProductsResponse, Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { batchGetProducts } from '../src/rpc/batch-get-products.ts';
import type { Clients } from '../src/clients.ts';
import { openDeps } from '../src/deps.ts';
import definition from '../src/main.ts';
import { productChangeMany, productSaveMany, type ChangeProduct } from '../src/store/product-write.ts';
import { productFind, productFindMany } from '../src/store/product.ts';
import { productRecord, variant } from './support/products.ts';
import { catalogParts } from './support/parts.ts';

let database: TestDatabase;
let batch: ReturnType<typeof batchGetProducts>;
const clock = { now: () => 1_770_000_000_000 };
const full = productRecord('a', 'p1', {
  description: 'd',
  shortDescription: 's',
  sku: 'S',
  barcode: 'B',
  images: ['https://cdn.example.com/1.jpg', 'https://cdn.example.com/2,"}.jpg'],
  categoryIds: ['cat_1'],
  brandIds: ['brd_1'],
  tags: ['ñandú', 'a,b'],
  shopIds: ['shp_1'],
  variantAxes: ['Talle', 'Color'],
  variants: [
    variant('v2', 1, {
      attributes: [
        { name: 'Talle', value: 'M' },
        { name: 'Color', value: 'Azul' },
      ],
      compareAtPriceCentavos: 9_999,
    }),
    variant('v1', 2, { sku: 'VS', barcode: 'VB', isActive: false, images: ['x'] }),
  ],
});

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  batch = batchGetProducts(openDeps(catalogParts(database.db, {} as Clients)));
  await productSaveMany(database.db, 'a', [
    full,
    productRecord('a', 'p2'),
    productRecord('a', 'd1', {}, true),
  ]);
  await productSaveMany(database.db, 'b', [productRecord('b', 'p1', { name: 'of b' })]);
});

afterAll(() => database.drop());

async function get(...keys: [storeId: string, id: string][]) {
  const request = { keys: keys.map(([storeId, id]) => ({ storeId, id })) };
  const answer = (await batch(systemContext('r', deadlineIn(30_000)), request)) as EncodedPage;
  return BatchGetProductsResponse.decode(answer.serialize()).products;
}

describe('a stored product', () => {
  test('a product is equal when read from its columns and from its message', async () => {
    expect((await productFind(database.db, 'a', 'p1'))!.product).toEqual(full.product);
    expect(await get(['a', 'p1'])).toEqual([full.product]);
  });

  test('a product is found by its own store only; drafts and unknown ones are empty, in the order of the keys', async () => {
    const products = await get(['b', 'p2'], ['a', 'p2'], ['a', 'd1'], ['b', 'p1'], ['a', 'p1'], ['a', 'p2']);
    expect(products.map(({ id, name }) => [id, name])).toEqual([
      ['', ''],
      ['p2', 'Product p2'],
      ['', ''],
      ['p1', 'of b'],
      ['p1', 'Product p1'],
      ['p2', 'Product p2'],
    ]);
  });

  test('a message with an older encoding is rebuilt from the columns and stored', async () => {
    const older = Product.encode({ ...productRecord('a', 'p1').product, name: 'as it was' }).finish();
    await database.db.pool.query(
      `update product set message = $1, encoding = 0 where store_id = 'a' and id = 'p1'`,
      [Buffer.from(older)],
    );
    expect(await get(['a', 'p1'])).toEqual([full.product]);
    const { rows } = await database.db.pool.query(
      `select encoding, length(message) > 0 as whole from product where store_id = 'a' and id = 'p1'`,
    );
    expect(rows).toEqual([{ encoding: 2, whole: true }]);
  });
});

const change = (storeId: string, ids: string[], by: ChangeProduct) =>
  database.db.transaction((tx) => productChangeMany(tx, storeId, ids, by, storeStamp(clock)));

const asDraft: ChangeProduct = (record) => ({ ...record, draft: true });

const rename = async (storeId: string, id: string, name: string) =>
  (await change(storeId, [id], (record) => ({ ...record, product: { ...record.product, name } })))[0]?.after;

describe('a change of a product', () => {
  test('a change is stamped later than every earlier one, even within one millisecond', async () => {
    const first = await rename('a', 'p2', 'one');
    const second = await rename('a', 'p2', 'two');
    expect(first!.product.updatedAtMs).toBeGreaterThanOrEqual(clock.now());
    expect(second!.product.updatedAtMs).toBeGreaterThan(first!.product.updatedAtMs);
    expect(await get(['a', 'p2'])).toEqual([second!.product]);
  });

  test('changes by concurrent writers are neither lost nor deadlocked, and no two commits share a time', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    const written = await Promise.all(names.map((name, n) => rename('a', n % 2 ? 'p1' : 'p2', name)));
    expect(new Set(written.map((record) => record!.product.updatedAtMs)).size).toBe(names.length);
  });

  test('a change of many products has one stamp and a version each, and unchanged products keep theirs', async () => {
    const before = await productFindMany(database.db, 'a', ['p1', 'p2']);
    const changes = await change('a', ['p2', 'nothing', 'p1'], (record) =>
      record.product.id === 'p1' ? { ...record, product: { ...record.product, tags: ['one'] } } : undefined,
    );
    expect(changes.map(({ after }) => [after.product.id, after.version])).toEqual(
      before.map(({ product: { id }, version }) => [id, id === 'p1' ? version + 1 : version]),
    );
    expect(changes[1]!.after).toBe(changes[1]!.before);
    const found = await productFindMany(database.db, 'a', ['p1', 'p2']);
    expect(found.toSorted((x, y) => (x.product.id < y.product.id ? -1 : 1))).toEqual(
      changes.map(({ after }) => after),
    );
  });

  test('a change that fails leaves nothing', async () => {
    const before = await productFind(database.db, 'a', 'p1');
    const failing = database.db.transaction(async (tx) => {
      await productChangeMany(tx, 'a', ['p1'], asDraft, storeStamp(clock));
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await productFind(database.db, 'a', 'p1')).toEqual(before);
  });

  test('a change deletes removed variants and filters, and a product that becomes a draft leaves the lists', async () => {
    await change('a', ['p1'], (record) => ({
      ...record,
      draft: true,
      product: { ...record.product, variants: record.product.variants.slice(0, 1) },
    }));
    expect((await productFind(database.db, 'a', 'p1'))!.product.variants.map(({ id }) => id)).toEqual(['v2']);
    expect(await get(['a', 'p1'])).toMatchObject([{ id: '' }]);
    const { rows } = await database.db.pool.query(
      `select from product_filter where store_id = 'a' and product_id = 'p1'`,
    );
    expect(rows).toHaveLength(0);
  });

  test('a change of an unknown product or one of another store does nothing', async () => {
    expect(await rename('b', 'p2', 'stolen')).toBeUndefined();
  });
});
