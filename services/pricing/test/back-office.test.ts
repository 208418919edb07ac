import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type {
  EditPricesRequest,
  ListProductPricesRequest,
  ProductPrices,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import definition from '../src/main.ts';
import {
  contextOf,
  keyed,
  pricesOf as resolvedPrices,
  startService,
  type TestService,
} from './support/service.ts';

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

const variant = (variantId: string, position: number) => ({
  variantId,
  position,
  isActive: position > 0,
  sku: undefined,
});
beforeEach(async () => {
  storeId = `sto_${++stores}`;
  service.catalog.put(storeId, 'prd_1');
  service.catalog.put(storeId, 'prd_2', {
    type: ProductType.VARIABLE,
    variants: [variant('var_1', 0), variant('var_2', 1)],
  });
  service.catalog.put(storeId, 'prd_3', { isDraft: true });
  await edit({ productId: 'prd_1', priceCentavos: 1_000, cost: costOf(400) });
  await edit({ productId: 'prd_2', variants: [priced('var_1', 500), priced('var_2', 700)] });
  await drainOutbox(database.db);
});

type Variant = EditPricesRequest['variants'][number];
const priced = (variantId: string, priceCentavos: number, fields: Partial<Variant> = {}): Variant => ({
  variantId,
  priceCentavos,
  compareAt: undefined,
  cost: undefined,
  ...fields,
});
const compareAtOf = (value: number) => ({ $case: 'compareAtPriceCentavos', value }) as const;
const costOf = (value: number) => ({ $case: 'costCentavos', value }) as const;
const edit = (request: Partial<EditPricesRequest>, ctx = contextOf(storeId)) =>
  service.client.editPrices(ctx, {
    productId: 'prd_1',
    compareAt: undefined,
    cost: undefined,
    variants: [],
    ...request,
  });
const page = (request: Partial<ListProductPricesRequest> = {}) =>
  service.client.listProductPrices(contextOf(storeId), {
    productIds: [],
    limit: 50,
    pageToken: Buffer.alloc(0),
    ...request,
  });
const pricesOf = async (productId: string): Promise<ProductPrices> =>
  (await page({ productIds: [productId] })).products[0]!;
const refusal = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => [],
    (fault: Fault) => [fault.code, ...fault.details.map(({ field, reason }) => field ?? reason)],
  );

describe('ListProductPrices', () => {
  test('lists prices, costs and versions for editing, page by page, without drafts', async () => {
    const first = await page({ limit: 1 });
    expect(first.products).toEqual([
      { productId: 'prd_1', version: 1, priceCentavos: 1_000, costCentavos: 400, variants: [] },
    ]);
    const second = await page({ limit: 1, pageToken: first.nextPageToken });
    const own = { compareAtPriceCentavos: undefined, costCentavos: undefined };
    expect(second.products).toEqual([
      {
        productId: 'prd_2',
        version: expect.any(Number),
        priceCentavos: 700,
        costCentavos: undefined,
        variants: [
          { ...own, variantId: 'var_1', isActive: false, priceCentavos: 500 },
          { ...own, variantId: 'var_2', isActive: true, priceCentavos: 700 },
        ],
      },
    ]);
    expect(second.nextPageToken).toHaveLength(0);
  });

  test('filters by products of the store, drafts included', async () => {
    const productIds = ['prd_2', 'prd_3', 'prd_z'];
    await edit({ productId: 'prd_3', priceCentavos: 1 });
    const named = (await page({ productIds })).products;
    expect(named.map(({ productId }) => productId)).toEqual(['prd_2', 'prd_3']);
    const other = { productIds, limit: 1, pageToken: Buffer.alloc(0) };
    expect((await service.client.listProductPrices(contextOf('sto_z'), other)).products).toEqual([]);
    const many = Array.from({ length: 101 }, (_, n) => `prd_${n}`);
    expect(await refusal(page({ productIds: many }))).toEqual(['invalid_request', 'product_ids']);
  });
});

describe('EditPrices', () => {
  test('prices, compare-at prices and costs change together, and absent amounts stay', async () => {
    const compareAt = { $case: 'compareAtPriceCentavos', value: 900 } as const;
    const cost = { $case: 'costCentavos', value: 300 } as const;
    const response = await edit({
      productId: 'prd_2',
      cost: costOf(200),
      variants: [priced('var_2', 800, { compareAt, cost })],
    });
    expect(response.product!).toMatchObject({ id: 'prd_2', priceCentavos: 800 });
    expect(await pricesOf('prd_2')).toMatchObject({
      priceCentavos: 800,
      costCentavos: 200,
      variants: [
        { priceCentavos: 500 },
        { priceCentavos: 800, compareAtPriceCentavos: 900, costCentavos: 300 },
      ],
    });
    expect(await drainOutbox(database.db)).toHaveLength(1);
    await edit({
      productId: 'prd_2',
      variants: [
        {
          variantId: 'var_2',
          compareAt: { $case: 'noCompareAtPrice', value: true },
          cost: { $case: 'costOfProduct', value: true },
        },
      ],
    });
    expect((await pricesOf('prd_2')).variants[1]).toEqual({
      variantId: 'var_2',
      isActive: true,
      priceCentavos: 800,
      compareAtPriceCentavos: undefined,
      costCentavos: undefined,
    });
  });

  test('the compare-at price of a product without variants is set, stays, and is removed', async () => {
    const response = await edit({ compareAt: compareAtOf(1_300) });
    expect(response.product!).toMatchObject({
      priceCentavos: 1_000,
      compareAtPriceCentavos: 1_300,
    });
    await edit({ priceCentavos: 1_100 });
    expect(await pricesOf('prd_1')).toMatchObject({ priceCentavos: 1_100, compareAtPriceCentavos: 1_300 });
    const { version } = await pricesOf('prd_1');
    const removed = await edit({ compareAt: { $case: 'noCompareAtPrice', value: true } });
    expect(removed.product!.compareAtPriceCentavos).toBeUndefined();
    expect((await pricesOf('prd_1')).version).toBe(version + 1);
    expect(await drainOutbox(database.db)).toHaveLength(3);
  });

  test('a product that gets variants loses its own compare-at price, in the catalog too', async () => {
    await edit({ compareAt: compareAtOf(1_300) });
    service.catalog.put(storeId, 'prd_1', { type: ProductType.VARIABLE, variants: [variant('var_1', 0)] });
    const response = await edit({ variants: [priced('var_1', 500)] });
    expect(response.product!.compareAtPriceCentavos).toBeUndefined();
    expect((await pricesOf('prd_1')).compareAtPriceCentavos).toBeUndefined();
  });

  test('an unknown cost stays unknown through a bulk change and can be made unknown again', async () => {
    expect(await pricesOf('prd_2')).toMatchObject({ costCentavos: undefined });
    service.catalog.shops.add(`${storeId}/shp_1`);
    const price = { variantId: 'var_2', productId: 'prd_2' };
    const resolved = async () => {
      const request = { shopId: 'shp_1', priceListId: undefined, items: [price], explain: false };
      return resolvedPrices(await service.client.resolvePrices(contextOf(storeId), request));
    };
    expect((await resolved())[0]).toMatchObject({ costCentavos: undefined });
    await edit({ productId: 'prd_2', cost: costOf(0) });
    expect((await resolved())[0]).toMatchObject({ costCentavos: 0 });
    const response = await edit({ productId: 'prd_2', cost: { $case: 'unknownCost', value: true } });
    expect(response.product!).toMatchObject({ costCentavos: undefined });
    expect((await resolved())[0]).toMatchObject({ costCentavos: undefined });
  });

  test('of two edits of the same version one succeeds and the other is refused', async () => {
    const { version } = await pricesOf('prd_1');
    const both = await Promise.all(
      [1_100, 1_200].map((priceCentavos) => refusal(edit({ priceCentavos, expectedVersion: version }))),
    );
    expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['conflict', 'expected_version']]);
    expect((await pricesOf('prd_1')).version).toBe(version + 1);
  });

  test('an edit repeated with its key takes effect once', async () => {
    const ctx = keyed(storeId, 'k');
    const { version } = await pricesOf('prd_1');
    const request = { priceCentavos: 1_500, expectedVersion: version };
    const first = await edit(request, ctx);
    expect(await edit(request, ctx)).toEqual(first);
    expect(await pricesOf('prd_1')).toMatchObject({ priceCentavos: 1_500, version: version + 1 });
  });

  test('all problems of an edit are reported together', async () => {
    expect(await refusal(edit({}))).toEqual(['invalid_request', 'price']);
    expect(await refusal(edit({ priceCentavos: 0, cost: costOf(-1) }))).toEqual([
      'invalid_request',
      'price',
      'cost',
    ]);
    expect(await refusal(edit({ compareAt: compareAtOf(0) }))).toEqual([
      'invalid_request',
      'compare_at_price',
    ]);
    const variants = [priced('var_1', 0), priced('var_1', 1), priced('var_z', 1)];
    const own = { priceCentavos: 5, compareAt: compareAtOf(9) };
    expect(await refusal(edit({ productId: 'prd_2', ...own, variants }))).toEqual([
      'invalid_request',
      'price',
      'compare_at_price',
      'variants[0].price',
      'variants[1].id',
      'variants[2].id',
    ]);
    expect(await refusal(edit({ productId: 'prd_9', priceCentavos: 5 }))).toEqual(['not_found', 'id']);
    expect(await refusal(edit({ priceCentavos: 5 }, contextOf('sto_z')))).toEqual(['not_found', 'id']);
  });
});

describe('SetCompareAtPrices', () => {
  type CompareAt = EditPricesRequest['compareAt'];
  const compare = async (compareAt: CompareAt, productId = 'prd_1') => {
    const request = { productId, compareAt, variants: [], includeDrafts: false };
    return (await service.client.setCompareAtPrices(contextOf(storeId), request)).product!;
  };

  test('sets and removes the compare-at price of a product without variants', async () => {
    expect((await compare(compareAtOf(900))).compareAtPriceCentavos).toBe(900);
    const removed = await compare({ $case: 'noCompareAtPrice', value: true });
    expect(removed.compareAtPriceCentavos).toBeUndefined();
    const field = ['invalid_request', 'compare_at_price'];
    expect(await refusal(compare(compareAtOf(0)))).toEqual(field);
    expect(await refusal(compare(undefined))).toEqual(field);
    expect(await refusal(compare(compareAtOf(900), 'prd_2'))).toEqual(field);
  });
});
