import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BulkPricesFinished, PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import {
  StartBulkPriceChangeRequest_Target as Target,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { killedIn } from '@commerce/service-kit/testing/bulk-jobs.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { changePrices } from '../src/jobs/change-prices.ts';
import definition from '../src/main.ts';
import {
  priceListEntrySaveMany,
  priceListSaveMany,
  productSaveMany,
  type ProductRecord,
} from '../src/seed.ts';
import { productPricesLoadMany } from '../src/store/product-prices.ts';
import { contextOf, keyed, startService, type TestService } from './support/service.ts';
import { productOf } from './support/world.ts';

let database: TestDatabase;
let service: TestService;
let nowMs = Date.now();
let stores = 0;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db, { now: () => nowMs });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  storeId = `sto_${++stores}`;
  await drainOutbox(database.db);
});

const idOf = (n: number): string => `prd_${String(n).padStart(5, '0')}`;
const variants = (productId: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    variantId: `${productId}_${i}`,
    priceCentavos: 1_000 + i,
    compareAtCentavos: null,
    costCentavos: i === 0 ? 500 : null,
    isActive: i > 0,
  }));
const fill = async (count: number, fields: (n: number) => Partial<ProductRecord> = () => ({})) => {
  const products = Array.from({ length: count }, (_, n) =>
    productOf(idOf(n), { costCentavos: 100, ...fields(n) }),
  );
  for (let at = 0; at < count; at += 1_000)
    await productSaveMany(database.db, storeId, products.slice(at, at + 1_000));
};
const request = (fields: Partial<StartBulkPriceChangeRequest> = {}): StartBulkPriceChangeRequest => ({
  target: Target.PRICES,
  priceListId: undefined,
  products: { $case: 'all', value: {} },
  change: { $case: 'percentBp', value: 1_000 },
  roundingCentavos: 1,
  ...fields,
});
const start = (fields: Partial<StartBulkPriceChangeRequest> = {}) =>
  service.client.startBulkPriceChange(contextOf(storeId), request(fields));
const progress = (jobId: string) => service.client.getBulkJob(contextOf(storeId), { jobId });
const run = () => service.deps.jobs.worker().run();
const prices = async () => {
  const { rows } = await database.db.pool.query<{ price: number; version: number; products: number }>(
    `select price_centavos as price, price_version as version, count(*)::int as products from product
     where store_id = $1 group by 1, 2 order by 1, 2`,
    [storeId],
  );
  return rows.map(({ price, version, products }) => [price, version, products]);
};
const published = async () => {
  const events = await drainOutbox(database.db);
  const changes = events
    .filter(({ type }) => type === 'prices.changed')
    .map(({ payload }) => PricesChanged.decode(payload));
  return {
    types: events.map(({ type }) => type),
    productIds: changes.flatMap((event) => event.prices.map(({ productId }) => productId)),
    operations: new Set(changes.map(({ bulkOperationId }) => bulkOperationId)),
    last: events.at(-1),
  };
};

const refused = (fields: Partial<StartBulkPriceChangeRequest>) =>
  start(fields).then(
    () => [],
    (fault: { code: string; details: { field: string }[] }) =>
      fault.details.map(({ field }) => field).concat(fault.code),
  );

describe('a bulk change', () => {
  longTest(
    'a change of more than 5,000 products whose process is killed midway changes each once and publishes one end',
    async () => {
      await fill(6_000);
      const { jobId, total } = await start();
      expect(total).toBe(6_000);
      const killed = new BulkJobs({
        db: database.db,
        writer: service.deps.writer,
        clock: { now: () => nowMs },
        logger: createLogger('pricing', 'silent'),
        kinds: { change_prices: killedIn(15, changePrices) },
      });
      await expect(killed.worker().run()).rejects.toThrow('killed');
      expect(await progress(jobId)).toMatchObject({ state: BulkJobState.RUNNING, done: 2_800 });
      nowMs += 15_000;
      await run();
      expect(await progress(jobId)).toMatchObject({ state: BulkJobState.DONE, total: 6_000, done: 6_000 });
      expect(await prices()).toEqual([[1_100, 1, 6_000]]);
      const { productIds, operations, types, last } = await published();
      expect(productIds).toEqual(Array.from({ length: 6_000 }, (_, n) => idOf(n)));
      expect([...operations]).toEqual([jobId]);
      expect(types.filter((type) => type === 'prices.bulk_finished')).toHaveLength(1);
      expect(BulkPricesFinished.decode(last!.payload)).toEqual({ bulkOperationId: jobId, count: 6_000 });
    },
  );

  test('a change of 5,000 products or fewer is published by product, without an end', async () => {
    await fill(450);
    await start();
    await run();
    const { productIds, operations, types } = await published();
    expect(productIds).toHaveLength(450);
    expect([...operations]).toEqual([undefined]);
    expect(new Set(types)).toEqual(new Set(['prices.changed']));
  });

  test('products with many variants are changed in parts, each variant once, and their base price follows', async () => {
    await fill(25, (n) => ({ variants: variants(idOf(n), 200), priceCentavos: 1_001 }));
    await start({ change: { $case: 'amountCentavos', value: -1 } });
    await run();
    const products = await productPricesLoadMany(database.db, storeId, [idOf(0), idOf(12), idOf(24)]);
    for (const product of products) {
      expect(product.priceCentavos).toBe(1_000);
      expect(product.variants.map((v) => v.priceCentavos)).toEqual(
        Array.from({ length: 200 }, (_, i) => 999 + i),
      );
    }
    expect((await published()).productIds).toHaveLength(25);
  });

  test('a change of costs leaves prices and inherited costs of variants unchanged', async () => {
    await fill(1, () => ({ variants: variants(idOf(0), 2), priceCentavos: 1_001 }));
    await start({ target: Target.COSTS, change: { $case: 'percentBp', value: -5_000 } });
    await run();
    const [product] = await productPricesLoadMany(database.db, storeId, [idOf(0)]);
    expect(product).toMatchObject({ priceCentavos: 1_001, costCentavos: 50 });
    expect(product!.variants.map((v) => v.costCentavos)).toEqual([250, null]);
  });

  test('a change applies to a category, a brand, or named products, and never to deleted ones', async () => {
    await fill(6, (n) => ({ categoryIds: n < 2 ? ['cat_1'] : [], brandIds: n === 2 ? ['brd_1'] : [] }));
    await database.db.pool.query('update product set is_deleted = true where store_id = $1 and id = $2', [
      storeId,
      idOf(1),
    ]);
    const totals = [
      await start({ products: { $case: 'categoryId', value: 'cat_1' } }),
      await start({ products: { $case: 'brandId', value: 'brd_1' } }),
      await start({
        products: { $case: 'productIds', value: { ids: [idOf(3), idOf(1), 'prd_z', idOf(4)] } },
      }),
    ].map(({ total }) => total);
    expect(totals).toEqual([1, 1, 2]);
    await run();
    expect((await published()).productIds.toSorted()).toEqual([0, 2, 3, 4].map(idOf));
  });

  test('a change of a list changes its fixed prices and nothing else', async () => {
    await fill(1_300);
    const lists = ['pl_1', 'pl_2'].map((priceListId) => ({ priceListId, name: 'L', rule: null }));
    await priceListSaveMany(database.db, storeId, lists);
    for (const { priceListId } of lists) {
      const entries = Array.from({ length: 1_300 }, (_, n) => ({
        priceListId,
        productId: idOf(n),
        variantId: null,
        priceCentavos: 1_049,
      }));
      for (const half of [entries.slice(0, 700), entries.slice(700)])
        await priceListEntrySaveMany(database.db, storeId, half);
    }
    const { jobId, total } = await start({
      target: Target.PRICE_LIST,
      priceListId: 'pl_1',
      change: { $case: 'amountCentavos', value: 1 },
      roundingCentavos: 100,
    });
    expect(total).toBe(1_300);
    await run();
    expect(await progress(jobId)).toMatchObject({ state: BulkJobState.DONE, done: 1_300 });
    const { rows } = await database.db.pool.query(
      `select price_list_id as id, price_centavos as price, count(*)::int as n from price_list_entry
       where store_id = $1 group by 1, 2 order by 1`,
      [storeId],
    );
    expect(rows).toEqual([
      { id: 'pl_1', price: 1_100, n: 1_300 },
      { id: 'pl_2', price: 1_049, n: 1_300 },
    ]);
    expect(await prices()).toEqual([[1_000, 0, 1_300]]);
    expect((await published()).types).toEqual([]);
  });

  test('products whose amounts stay the same are not changed', async () => {
    await fill(3, () => ({ priceCentavos: 0 }));
    await start();
    await run();
    expect(await prices()).toEqual([[0, 0, 3]]);
    expect((await published()).types).toEqual([]);
  });

  test('a change is started once per key', async () => {
    await fill(1);
    const twice = [1, 2].map(() => service.client.startBulkPriceChange(keyed(storeId, 'k'), request()));
    const started = (await Promise.allSettled(twice)).filter(({ status }) => status === 'fulfilled');
    expect(started.length).toBeGreaterThan(0);
    await run();
    expect(await prices()).toEqual([[1_100, 1, 1]]);
  });

  test('all problems of a change are reported together', async () => {
    const bad = {
      target: Target.UNSPECIFIED,
      products: undefined,
      change: undefined,
      roundingCentavos: 7,
    };
    expect(await refused(bad)).toEqual([
      'target',
      'products',
      'change',
      'rounding_centavos',
      'invalid_request',
    ]);
    expect(await refused({ target: Target.PRICE_LIST })).toEqual(['price_list_id', 'invalid_request']);
    expect(await refused({ priceListId: 'pl_1' })).toEqual(['price_list_id', 'invalid_request']);
    expect(await refused({ target: Target.PRICE_LIST, priceListId: 'pl_z' })).toEqual(['not_found']);
    expect(await refused({ change: { $case: 'percentBp', value: -10_000 } })).toEqual([
      'change',
      'invalid_request',
    ]);
    await expect(progress('job_z')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('amounts that a bulk operation sets by call are published and copied as parts of it', async () => {
  service.catalog.put(storeId, 'prd_1');
  const copied: unknown[] = [];
  service.catalog.beforeApply = ({ bulkOperationId }) => void copied.push(bulkOperationId);
  const target = { productId: 'prd_1', variants: [], includeDrafts: true, bulkOperationId: 'job_1' };
  const ctx = contextOf(storeId);
  await service.client.setPrices(ctx, { ...target, priceCentavos: 500 });
  await service.client.setCosts(ctx, { ...target, costCentavos: 100 });
  const compareAt = { $case: 'compareAtPriceCentavos', value: 900 } as const;
  await service.client.setCompareAtPrices(ctx, { ...target, compareAt });
  service.catalog.beforeApply = () => undefined;
  const events = await drainOutbox(database.db);
  const inEvents = events.map(({ payload }) => PricesChanged.decode(payload).bulkOperationId);
  expect([inEvents, copied]).toEqual([
    ['job_1', 'job_1', 'job_1'],
    ['job_1', 'job_1', 'job_1'],
  ]);
});
