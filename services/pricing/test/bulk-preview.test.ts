import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  StartBulkPriceChangeRequest_Target as Target,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { priceListEntrySaveMany, priceListSaveMany, productSaveMany } from '../src/seed.ts';
import { priceListEntryListSelected } from '../src/store/bulk-selection.ts';
import { productPricesLoadMany } from '../src/store/product-prices.ts';
import { contextOf, startService, type TestService } from './support/service.ts';
import { productOf } from './support/world.ts';

let database: TestDatabase;
let service: TestService;
let stores = 0;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const idOf = (n: number): string => `prd_${String(n).padStart(2, '0')}`;
const variant = (variantId: string, priceCentavos: number, costCentavos: number | null) => ({
  variantId,
  priceCentavos,
  costCentavos,
  compareAtCentavos: null,
  isActive: true,
});
beforeEach(async () => {
  storeId = `sto_${++stores}`;
  const products = Array.from({ length: 30 }, (_, n) =>
    productOf(idOf(n), {
      priceCentavos: 1_000 + n,
      costCentavos: 100 + n,
      variants:
        n % 3 === 0 ? [variant(`${idOf(n)}_a`, 1_000 + n, 55), variant(`${idOf(n)}_b`, 2_000, null)] : [],
      categoryIds: n < 4 ? ['cat_1'] : [],
    }),
  );
  await productSaveMany(database.db, storeId, products);
  await priceListSaveMany(database.db, storeId, [{ priceListId: 'pl_1', name: 'L', rule: null }]);
  const entries = [3, 2].map((n) => ({ priceListId: 'pl_1', productId: idOf(n), variantId: null }));
  await priceListEntrySaveMany(
    database.db,
    storeId,
    entries.map((entry) => ({ ...entry, priceCentavos: 777 })),
  );
});

const request = (fields: Partial<StartBulkPriceChangeRequest> = {}): StartBulkPriceChangeRequest => ({
  target: Target.PRICES,
  priceListId: undefined,
  products: { $case: 'all', value: {} },
  change: { $case: 'percentBp', value: 1_050 },
  roundingCentavos: 1,
  ...fields,
});
const preview = (change: StartBulkPriceChangeRequest) =>
  service.client.previewBulkPriceChange(contextOf(storeId), { change });
const start = (change: StartBulkPriceChangeRequest) =>
  service.client.startBulkPriceChange(contextOf(storeId), change);
const jobs = async (limit = 50, pageToken: Buffer = Buffer.alloc(0)) =>
  service.client.listBulkJobs(contextOf(storeId), { limit, pageToken });

/** Every stored amount of a target, by product and variant. */
async function amounts(target: Target): Promise<Map<string, number>> {
  const { db } = database;
  if (target === Target.PRICE_LIST) {
    const entries = await priceListEntryListSelected(db, storeId, {
      priceListId: 'pl_1',
      selection: {},
      after: ['', ''],
      limit: 100,
    });
    return new Map(entries.map((entry) => [`${entry.productId}/${entry.variantId}`, entry.priceCentavos]));
  }
  const ids = Array.from({ length: 30 }, (_, n) => idOf(n));
  const amount = target === Target.COSTS ? 'costCentavos' : 'priceCentavos';
  const products = await productPricesLoadMany(db, storeId, ids);
  return new Map(
    products.flatMap((product) => [
      [`${product.productId}/`, product[amount] ?? -1] as const,
      ...product.variants.map((v) => [`${product.productId}/${v.variantId}`, v[amount] ?? -1] as const),
    ]),
  );
}

describe('PreviewBulkPriceChange', () => {
  test.each([
    ['prices', Target.PRICES],
    ['costs', Target.COSTS],
    ['the fixed prices of a list', Target.PRICE_LIST],
  ])(
    'a preview of %s returns the total and examples of the later change, and changes nothing',
    async (_, target) => {
      const change = request({ target, priceListId: target === Target.PRICE_LIST ? 'pl_1' : undefined });
      const before = await amounts(target);
      const { total, examples } = await preview(change);
      expect(await amounts(target)).toEqual(before);
      const started = await start(change);
      expect(total).toBe(started.total);
      expect(examples).toHaveLength(Math.min(20, total));
      await service.deps.jobs.worker().run();
      const after = await amounts(target);
      for (const { productId, variantId = '', beforeCentavos, afterCentavos } of examples) {
        expect(before.get(`${productId}/${variantId}`)).toBe(beforeCentavos);
        expect(after.get(`${productId}/${variantId}`)).toBe(afterCentavos);
        expect(afterCentavos).not.toBe(beforeCentavos);
      }
    },
  );

  test('a preview covers the selected products only, and is refused like the change', async () => {
    const selected = await preview(request({ products: { $case: 'categoryId', value: 'cat_1' } }));
    expect(selected.total).toBe(4);
    expect(new Set(selected.examples.map(({ productId }) => productId))).toEqual(
      new Set([0, 1, 2, 3].map(idOf)),
    );
    await expect(preview(request({ roundingCentavos: 7 }))).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'rounding_centavos' }],
    });
    const unknown = request({ target: Target.PRICE_LIST, priceListId: 'pl_z' });
    await expect(preview(unknown)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('ListBulkJobs', () => {
  test('lists the operations on prices, the newest first, page by page, with their requests', async () => {
    const requests = [
      request({ products: { $case: 'productIds', value: { ids: [idOf(1), idOf(2)] } } }),
      request({ products: { $case: 'categoryId', value: 'cat_1' } }),
      request({ target: Target.PRICE_LIST, priceListId: 'pl_1' }),
    ];
    const ids: string[] = [];
    for (const change of requests) ids.push((await start(change)).jobId);
    await service.deps.jobs.worker().run();
    await service.client.deletePriceList(contextOf(storeId), { priceListId: 'pl_1' });
    const first = await jobs(2);
    const second = await jobs(2, first.nextPageToken);
    expect([...first.jobs, ...second.jobs].map(({ jobId }) => jobId)).toEqual(ids.toReversed());
    expect(second.nextPageToken).toHaveLength(0);
    expect(first.jobs.map(({ change }) => change)).toEqual([requests[2], requests[1]]);
    const [oldest] = second.jobs;
    expect(oldest).toMatchObject({
      change: { products: { $case: 'productIds', value: { ids: [] } } },
      progress: { state: BulkJobState.DONE, total: 2, done: 2 },
    });
    const { jobs: elsewhere } = await service.client.listBulkJobs(contextOf('sto_z'), {
      limit: 50,
      pageToken: Buffer.alloc(0),
    });
    expect(elsewhere).toEqual([]);
  });
});
