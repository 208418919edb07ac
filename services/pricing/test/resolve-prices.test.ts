import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  PriceExplanation_ListStep_Rule as Rule,
  PriceSource,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import type { ProductRecord } from '../src/seed.ts';
import { referencePrice } from './support/reference.ts';
import { contextOf, pricesOf, saveWorld, startService, type TestService } from './support/service.ts';
import { NOW_MS, SHOPS, productOf, worldArb, type World } from './support/world.ts';
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

interface Item {
  productId: string;
  variantId?: string | undefined;
}
const resolve = (storeId: string, items: Item[], request: object = {}) =>
  service.client.resolvePrices(contextOf(storeId), { shopId: 'shp_a', ...request, items });
const resolved = async (storeId: string, items: Item[], request: object = {}) =>
  pricesOf(await resolve(storeId, items, request));

/** All items of a world, in an arbitrary order. */
const itemsOf = ({ products }: World): Item[] =>
  products
    .flatMap(({ productId, variants }): Item[] =>
      variants.length === 0 ? [{ productId }] : variants.map(({ variantId }) => ({ productId, variantId })),
    )
    .toReversed();

const product = (productId: string, fields: Partial<ProductRecord> = {}): ProductRecord =>
  productOf(productId, { costCentavos: 400, ...fields });
const variant = (variantId: string, costCentavos: number | null) => ({
  variantId,
  priceCentavos: 2_000,
  compareAtCentavos: null,
  costCentavos,
  isActive: true,
});
const world: World = {
  products: [
    product('prd_1'),
    product('prd_2', { variants: [variant('var_1', 700), variant('var_2', null)] }),
  ],
  lists: [{ priceListId: 'pl_1', name: 'L', rule: { percentBp: -1_000, roundingCentavos: 1 } }],
  entries: [],
  promotions: [
    {
      promotionId: 'prm_1',
      name: 'P',
      discount: { percentBp: 5_000 },
      productIds: ['prd_1'],
      categoryIds: [],
      brandIds: [],
      shopIds: [],
      startsAtMs: 0,
      endsAtMs: null,
    },
  ],
};

const facts = (variantId: string, position: number) => ({
  variantId,
  position,
  isActive: true,
  sku: undefined,
});

describe('ResolvePrices', () => {
  test('returns the reference price of each item for random stores, shops and lists', async () => {
    await fc.assert(
      fc.asyncProperty(worldArb, async (random) => {
        const storeId = newStore();
        const [defaultList = null] = random.lists.map((l) => l.priceListId);
        await saveWorld(database.db, storeId, random, defaultList);
        const items = itemsOf(random);
        for (const [index, shopId] of SHOPS.entries())
          for (const priceListId of [undefined, ...random.lists.map((l) => l.priceListId)]) {
            const applied = priceListId ?? (index === 0 ? (defaultList ?? undefined) : undefined);
            const prices = await resolved(storeId, items, { shopId, priceListId });
            expect(prices).toMatchObject(
              items.map(({ productId, variantId = null }) => {
                const record = random.products.find((p) => p.productId === productId)!;
                const expected = referencePrice(
                  random,
                  { product: record, variantId },
                  { shopId, listId: applied, atMs: NOW_MS },
                );
                return { ...expected, source: enumValue(PriceSource, expected.source), priceListId: applied };
              }),
            );
          }
      }),
      { numRuns: 60 },
    );
  });

  test('returns the source of each price and the cost of the unit', async () => {
    const storeId = newStore();
    await saveWorld(database.db, storeId, world, 'pl_1');
    const items = [
      { productId: 'prd_2', variantId: 'var_2' },
      { productId: 'prd_1' },
      { productId: 'prd_2', variantId: 'var_1' },
      { productId: 'prd_1' },
    ];
    const promoted = {
      priceCentavos: 450,
      originalPriceCentavos: 900,
      source: PriceSource.PROMOTION,
      priceListId: 'pl_1',
      promotionId: 'prm_1',
      costCentavos: 400,
      basePriceCentavos: 1_000,
    };
    expect(await resolved(storeId, items)).toMatchObject([
      { priceCentavos: 1_800, source: PriceSource.PRICE_LIST, costCentavos: 400, basePriceCentavos: 2_000 },
      promoted,
      { priceCentavos: 1_800, costCentavos: 700, promotionId: undefined },
      promoted,
    ]);
  });

  test('explains the lists and promotions of a price on request', async () => {
    const storeId = newStore();
    const weak = {
      ...world.promotions[0]!,
      promotionId: 'prm_0',
      name: 'W',
      discount: { amountCentavos: 5 },
    };
    const over = { percentBp: 500, overListId: 'pl_1', roundingCentavos: 100 as const };
    await saveWorld(database.db, storeId, {
      ...world,
      lists: [...world.lists, { priceListId: 'pl_2', name: 'L2', rule: over }],
      entries: [{ priceListId: 'pl_2', productId: 'prd_2', variantId: 'var_1', priceCentavos: 10 }],
      promotions: [...world.promotions, weak, { ...weak, promotionId: 'prm_2', shopIds: ['shp_b'] }],
    });
    const items = [{ productId: 'prd_1' }, { productId: 'prd_2', variantId: 'var_1' }];
    const request = { priceListId: 'pl_2', explain: true };
    const [byRule, fixed] = await resolved(storeId, items, request);
    expect(byRule!.explanation).toEqual({
      lists: [
        {
          priceListId: 'pl_1',
          name: 'L',
          rule: Rule.PERCENTAGE,
          overCentavos: 1_000,
          percentBp: -1_000,
          unroundedCentavos: 900,
          roundingCentavos: 1,
          priceCentavos: 900,
        },
        {
          priceListId: 'pl_2',
          name: 'L2',
          rule: Rule.PERCENTAGE,
          overCentavos: 900,
          percentBp: 500,
          unroundedCentavos: 945,
          roundingCentavos: 100,
          priceCentavos: 900,
        },
      ],
      offers: [
        {
          promotionId: 'prm_0',
          name: 'W',
          discount: { $case: 'amountCentavos', value: 5 },
          priceCentavos: 895,
        },
        {
          promotionId: 'prm_1',
          name: 'P',
          discount: { $case: 'percentBp', value: 5_000 },
          priceCentavos: 450,
        },
      ],
    });
    expect(byRule).toMatchObject({ priceCentavos: 450, originalPriceCentavos: 900, promotionId: 'prm_1' });
    expect(fixed!.explanation).toMatchObject({
      lists: [{ priceListId: 'pl_2', rule: Rule.VARIANT_ENTRY, priceCentavos: 10, overCentavos: undefined }],
      offers: [],
    });
    expect((await resolved(storeId, items))[0]!.explanation).toBeUndefined();
  });

  test('refuses each item that cannot be sold, and prices the others', async () => {
    const storeId = newStore();
    await saveWorld(database.db, storeId, {
      ...world,
      products: [...world.products, product('prd_3', { draft: true })],
    });
    const items = [
      { productId: 'prd_1' },
      { productId: 'prd_z' },
      { productId: 'prd_2' },
      { productId: 'prd_2', variantId: 'var_z' },
      { productId: 'prd_1', variantId: 'var_1' },
      { productId: 'prd_3' },
    ];
    const { results } = await resolve(storeId, items);
    expect(results.map(({ result }) => result)).toMatchObject([
      { $case: 'ok', value: { priceCentavos: 500 } },
      { $case: 'refused', value: { field: 'product_id' } },
      { $case: 'refused', value: { field: 'variant_id' } },
      { $case: 'refused', value: { field: 'variant_id' } },
      { $case: 'refused', value: { field: 'variant_id' } },
      { $case: 'refused', value: { field: 'product_id' } },
    ]);
    await expect(resolved(storeId, [])).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(resolved(storeId, items, { shopId: 'shp_z' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(resolved(storeId, items, { priceListId: 'pl_z' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('catalog is asked for a shop, a product and a variant whose events have not arrived', async () => {
    const storeId = newStore();
    await saveWorld(database.db, storeId, world);
    service.catalog.shops.add(`${storeId}/shp_new`);
    service.catalog.put(storeId, 'prd_new');
    service.catalog.put(storeId, 'prd_2', {
      version: 2,
      variants: ['var_1', 'var_2', 'var_new'].map(facts),
    });
    const items = [{ productId: 'prd_new' }, { productId: 'prd_2', variantId: 'var_new' }];
    expect(await resolved(storeId, items, { shopId: 'shp_new' })).toMatchObject([
      { priceCentavos: 0 },
      { priceCentavos: 0 },
    ]);
    await service.catalog.stop();
    expect(await resolved(storeId, items)).toHaveLength(2);
    await expect(resolved(storeId, [{ productId: 'prd_z' }])).rejects.toMatchObject({ code: 'unavailable' });
    await service.restartCatalog();
  });
});
