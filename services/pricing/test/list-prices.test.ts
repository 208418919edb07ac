import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { PriceSource } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { productSaveMany, type ProductRecord } from '../src/seed.ts';
import { productTombstone } from '../src/store/product.ts';
import { referencePrices, type ReferencePrice } from './support/reference.ts';
import { allPages, contextOf, saveWorld, startService, type TestService } from './support/service.ts';
import { NOW_MS, SHOPS, productOf, worldArb, type World } from './support/world.ts';
const firstPage = { limit: 25, pageToken: Buffer.alloc(0) };
let database: TestDatabase;
let service: TestService;
let stores = 0;
const newStore = (): string => `sto_${++stores}`;
const listed = (storeId: string, request: object = {}) =>
  service.client.listPrices(contextOf(storeId), { shopId: 'shp_a', ...firstPage, ...request });

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const worldOf = (fields: Partial<World>): World => ({
  products: [],
  lists: [],
  entries: [],
  promotions: [],
  ...fields,
});
const half = {
  priceListId: 'pl_1',
  name: 'Mayorista',
  rule: { percentBp: -5_000, roundingCentavos: 1 as const },
};

const expectedPrice = ({ priceCentavos, originalPriceCentavos, source }: ReferencePrice) => ({
  priceCentavos,
  originalPriceCentavos,
  source: enumValue(PriceSource, source),
});

describe('ListPrices', () => {
  test('returns the reference prices for random stores, shops and lists', async () => {
    await fc.assert(
      fc.asyncProperty(worldArb, async (world) => {
        const storeId = newStore();
        const [defaultList = null] = world.lists.map((l) => l.priceListId);
        await saveWorld(database.db, storeId, world, defaultList);
        const requested = [undefined, ...world.lists.map((l) => l.priceListId)];
        for (const [index, shopId] of SHOPS.entries())
          for (const priceListId of requested) {
            const applied = priceListId ?? (index === 0 ? (defaultList ?? undefined) : undefined);
            const { prices } = await listed(storeId, { shopId, priceListId });
            const isSold = ({ shopIds }: ProductRecord) => shopIds.length === 0 || shopIds.includes(shopId);
            const sold = { ...world, products: world.products.filter(isSold) };
            expect(prices).toEqual(
              referencePrices(sold, shopId, applied, NOW_MS).map((row) => ({
                ...expectedPrice(row),
                productId: row.productId,
                shopId,
                priceListId: applied,
                variants: row.variants.map((v) => ({ ...expectedPrice(v), variantId: v.variantId })),
              })),
            );
          }
      }),
      { numRuns: 60 },
    );
  });

  test("uses the shop's default list, and names no list when the shop has none", async () => {
    const storeId = newStore();
    await saveWorld(database.db, storeId, worldOf({ products: [productOf('prd_1')], lists: [half] }), 'pl_1');
    expect((await listed(storeId)).prices).toMatchObject([{ priceListId: 'pl_1', priceCentavos: 500 }]);
    const [other] = (await listed(storeId, { shopId: 'shp_b' })).prices;
    expect(other).toMatchObject({ priceListId: undefined, priceCentavos: 1_000, source: PriceSource.BASE });
  });

  test('a shop or price list of another store is not found, with and without products', async () => {
    const [mine, other] = [newStore(), newStore()];
    const world = worldOf({ products: [productOf('prd_1')], lists: [half] });
    await saveWorld(database.db, other, world, 'pl_1');
    await saveWorld(database.db, mine, worldOf({}));
    const notFound = { code: 'not_found' };
    await expect(listed(mine, { priceListId: 'pl_1' })).rejects.toMatchObject(notFound);
    await expect(listed(other, { priceListId: 'pl_2' })).rejects.toMatchObject(notFound);
    await expect(listed(other, { shopId: 'shp_z' })).rejects.toMatchObject(notFound);
    await expect(listed(other, { shopId: 'shp_z', productId: 'prd_1' })).rejects.toMatchObject(notFound);
    await expect(listed(newStore())).rejects.toMatchObject(notFound);
    expect((await listed(mine)).prices).toEqual([]);
  });

  test('lists the products that the shop sells, as the catalog assigns them', async () => {
    const storeId = newStore();
    const products = [
      productOf('prd_1', { shopIds: ['shp_b'] }),
      productOf('prd_2'),
      productOf('prd_3', { shopIds: ['shp_a', 'shp_b'] }),
    ];
    await saveWorld(database.db, storeId, worldOf({ products }));
    const soldAt = async (shopId: string, productId?: string) =>
      (await listed(storeId, { shopId, productId })).prices.map((price) => price.productId);
    expect(await soldAt('shp_a')).toEqual(['prd_2', 'prd_3']);
    expect(await soldAt('shp_b')).toEqual(['prd_1', 'prd_2', 'prd_3']);
    expect(await soldAt('shp_a', 'prd_1')).toEqual([]);
    await productSaveMany(database.db, storeId, [
      productOf('prd_1', { shopIds: ['shp_a'], version: 2 }),
      productOf('prd_2', { draft: true, version: 2 }),
      productOf('prd_3', { shopIds: [], version: 2 }),
    ]);
    expect(await soldAt('shp_a')).toEqual(['prd_1', 'prd_3']);
    expect(await soldAt('shp_b')).toEqual(['prd_3']);
  });

  test('catalog is asked for a shop and a product whose events have not arrived', async () => {
    const storeId = newStore();
    service.catalog.shops.add(`${storeId}/shp_new`);
    service.catalog.put(storeId, 'prd_new');
    const late = await listed(storeId, { shopId: 'shp_new', productId: 'prd_new' });
    expect(late.prices).toMatchObject([{ productId: 'prd_new', priceCentavos: 0 }]);
    // From now on both are in the projection.
    service.catalog.shops.clear();
    expect((await listed(storeId, { shopId: 'shp_new' })).prices).toHaveLength(1);
  });

  test('known prices are returned while catalog is down, and unknown shops and products are unavailable', async () => {
    const storeId = newStore();
    await saveWorld(database.db, storeId, worldOf({ products: [productOf('prd_1')] }));
    await service.catalog.stop();
    expect((await listed(storeId, { productId: 'prd_1' })).prices).toHaveLength(1);
    const unavailable = { code: 'unavailable' };
    await expect(listed(storeId, { shopId: 'shp_z' })).rejects.toMatchObject(unavailable);
    await expect(listed(storeId, { productId: 'prd_2' })).rejects.toMatchObject(unavailable);
    await service.restartCatalog();
  });

  test('filters by one product, and returns nothing when the store does not have it', async () => {
    const [mine, other] = [newStore(), newStore()];
    await saveWorld(database.db, mine, worldOf({ products: [productOf('prd_1'), productOf('prd_2')] }));
    await saveWorld(database.db, other, worldOf({ products: [productOf('prd_3')] }));
    const one = await listed(mine, { productId: 'prd_2' });
    expect(one.prices.map((row) => row.productId)).toEqual(['prd_2']);
    expect(one.nextPageToken).toHaveLength(0);
    expect((await listed(mine, { productId: 'prd_3' })).prices).toEqual([]);
  });

  test('lists neither drafts nor deleted products', async () => {
    const storeId = newStore();
    const products = [productOf('prd_1', { draft: true }), productOf('prd_2'), productOf('prd_3')];
    await saveWorld(database.db, storeId, worldOf({ products }));
    await productTombstone(database.db, storeId, { productId: 'prd_3', version: 2 });
    expect((await listed(storeId)).prices.map((row) => row.productId)).toEqual(['prd_2']);
    for (const productId of ['prd_1', 'prd_3'])
      expect((await listed(storeId, { productId })).prices).toEqual([]);
  });

  test.each([
    ['few promotions run', 1, 1],
    ['promotions run for the maximum of targets that are compared', 4, 50],
    ['promotions run for more targets than are compared', 1, 201],
    ['more promotions run than are compared', 60, 1],
  ])('applies the promotions of the listed products where %s', async (_, count, targets) => {
    const storeId = newStore();
    const promotions = Array.from({ length: count }, (_unused, n) => ({
      promotionId: `prm_${n}`,
      name: 'P',
      discount: { percentBp: 1_000 + n },
      // All but the first apply to other products.
      productIds: n === 0 ? ['prd_1'] : [],
      categoryIds: [],
      brandIds: Array.from({ length: n === 0 ? targets - 1 : targets }, (_target, t) => `brd_${n}_${t}`),
      shopIds: [],
      startsAtMs: NOW_MS - 1_000,
      endsAtMs: null,
    }));
    await saveWorld(
      database.db,
      storeId,
      worldOf({ products: [productOf('prd_1'), productOf('prd_2')], promotions }),
    );
    expect((await listed(storeId)).prices).toMatchObject([{ priceCentavos: 900 }, { priceCentavos: 1_000 }]);
  });

  test('pages return every product once, in order, for any limit and number of variants', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(0, 1, 3, 100, 250), { maxLength: 40 }),
        fc.integer({ min: 1, max: 25 }),
        async (variantCounts, limit) => {
          const storeId = newStore();
          const products = variantCounts.map((count, i) =>
            withVariants(`prd_${String(i).padStart(3, '0')}`, count),
          );
          await saveWorld(database.db, storeId, worldOf({}));
          await productSaveMany(database.db, storeId, products);
          const pages = await allPages(service, storeId, { shopId: 'shp_a', limit });
          expect(pages.flat().map((row) => [row.productId, row.variants.map((v) => v.variantId)])).toEqual(
            products.map((p) => [p.productId, p.variants.map((v) => v.variantId)]),
          );
          for (const page of pages) {
            expect(page.length).toBeLessThanOrEqual(limit);
            if (page.length > 1) expect(page.flatMap((row) => row.variants).length).toBeLessThanOrEqual(250);
          }
          if (products.length > 0) expect(pages.every((page) => page.length > 0)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

function withVariants(productId: string, count: number): ProductRecord {
  const fields = { priceCentavos: 1, compareAtCentavos: null, costCentavos: null, isActive: true };
  // The ids are in reverse order of the positions, by which variants are sorted.
  const variants = Array.from({ length: count }, (_, i) => ({ ...fields, variantId: `var_${count - i}` }));
  return productOf(productId, { variants });
}
