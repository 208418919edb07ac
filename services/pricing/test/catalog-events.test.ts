import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  ProductChanged,
  ProductDeleted,
  ProductsChanged,
  ShopChanged,
  type ProductFacts,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import {
  createTestDatabase,
  waitingForLocks,
  type TestDatabase,
} from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { catalogEvents } from '../src/events/consume/catalog.ts';
import definition from '../src/main.ts';
import { productPricesLoadMany } from '../src/store/product-prices.ts';
import { productTombstone } from '../src/store/product.ts';
import { shopFindMany } from '../src/store/shop.ts';
import { contextOf, publishedPrices, startService, type TestService } from './support/service.ts';

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
beforeEach(async () => {
  storeId = `sto_${++stores}`;
  await drainOutbox(database.db);
});

const receive = (type: string, payload: Uint8Array) =>
  service.deps.writer.change(contextOf(storeId), (unit) =>
    catalogEvents(service.deps).handlers[type]!(
      unit,
      {
        id: '',
        type,
        occurredAtMs: 0,
        storeId,
        actor: systemActor,
        subjectId: '',
        requestId: '',
        traceparent: '',
        payload: Buffer.from(payload),
      },
      contextOf(storeId),
    ),
  );
const changed = (facts: ProductFacts, type = 'product.updated') =>
  receive(type, ProductChanged.encode({ facts }).finish());
const deleted = (version: number) =>
  receive(
    'product.deleted',
    ProductDeleted.encode({ productId: 'prd_1', version, sku: undefined, wasDraft: false }).finish(),
  );
const factsOf = (version: number, ...variants: [id: string, isActive: boolean][]): ProductFacts => ({
  productId: 'prd_1',
  version,
  isDraft: false,
  sku: undefined,
  categoryIds: [`cat_${version}`],
  brandIds: [],
  shopIds: [],
  variants: variants.map(([variantId, isActive], position) => ({
    variantId,
    isActive,
    position,
    sku: undefined,
  })),
  type: ProductType.SIMPLE,
});
const load = async () => (await productPricesLoadMany(database.db, storeId, ['prd_1']))[0];
const setPrices = (variants: { variantId: string; priceCentavos: number }[]) =>
  service.client.setPrices(contextOf(storeId), { productId: 'prd_1', variants, includeDrafts: false });
const published = () => publishedPrices(database.db);
const categories = async () =>
  (
    await database.db.pool.query('select category_ids from product where store_id = $1 and not is_deleted', [
      storeId,
    ])
  ).rows[0]?.category_ids as string[] | undefined;

const entriesOf = async (priceListId: string) => {
  const request = { priceListId, limit: 100, pageToken: Buffer.alloc(0), productIds: [] };
  const page = await service.client.listPriceListEntries(contextOf(storeId), request);
  return page.entries.map(({ productId, variantId }) => [productId, variantId]);
};
const listWith = async (...variantIds: (string | undefined)[]) => {
  const { priceList } = await service.client.createPriceList(contextOf(storeId), { name: 'Mayorista' });
  const set = variantIds.map((variantId) => ({ productId: 'prd_1', variantId, priceCentavos: 5 }));
  const request = { priceListId: priceList!.id, entries: set };
  await service.client.setPriceListEntries(contextOf(storeId), request);
  return priceList!.id;
};

describe('events of products', () => {
  test('a new product is added without prices', async () => {
    await changed(factsOf(1, ['var_1', true]), 'product.created');
    expect(await load()).toMatchObject({ priceCentavos: 0, costCentavos: null, priceVersion: 0 });
    expect((await load())!.variants).toMatchObject([{ variantId: 'var_1', priceCentavos: 0 }]);
    expect(await published()).toEqual([]);
  });

  test('an event changes neither prices nor costs', async () => {
    service.catalog.facts.set(`${storeId}/prd_1`, factsOf(1, ['var_1', true], ['var_2', true]));
    await setPrices([
      { variantId: 'var_1', priceCentavos: 100 },
      { variantId: 'var_2', priceCentavos: 200 },
    ]);
    await service.client.setCosts(contextOf(storeId), {
      productId: 'prd_1',
      costCentavos: 50,
      variants: [],
      includeDrafts: false,
    });
    const before = await load();
    await drainOutbox(database.db);
    await changed(factsOf(2, ['var_2', true], ['var_1', true], ['var_3', false]));
    const after = await load();
    expect(after).toMatchObject({ priceCentavos: 100, costCentavos: 50, priceVersion: before!.priceVersion });
    expect(after!.variants.map((v) => [v.variantId, v.priceCentavos])).toEqual([
      ['var_2', 200],
      ['var_1', 100],
      ['var_3', 0],
    ]);
    expect(await published()).toEqual([]);
  });

  test('deactivating or activating the lowest variant publishes a price change with a newer version', async () => {
    service.catalog.facts.set(`${storeId}/prd_1`, factsOf(1, ['var_1', true], ['var_2', true]));
    await setPrices([
      { variantId: 'var_1', priceCentavos: 100 },
      { variantId: 'var_2', priceCentavos: 200 },
    ]);
    const { priceVersion } = (await load())!;
    await drainOutbox(database.db);
    await changed(factsOf(2, ['var_1', false], ['var_2', true]));
    expect(await published()).toMatchObject([{ priceCentavos: 200, version: priceVersion + 1 }]);
    await changed(factsOf(3, ['var_1', true], ['var_2', true]));
    expect(await published()).toMatchObject([{ priceCentavos: 100, version: priceVersion + 2 }]);
  });

  test('the newest version wins in any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 }),
        fc.boolean(),
        async (versions, isDeletedLast) => {
          storeId = `sto_${++stores}`;
          for (const version of versions) {
            const isDeletion = isDeletedLast && version === 6;
            await (isDeletion ? deleted(version) : changed(factsOf(version, [`var_${version}`, true])));
          }
          const newest = Math.max(...versions);
          const isDeleted = isDeletedLast && newest === 6;
          expect(await categories()).toEqual(isDeleted ? undefined : [`cat_${newest}`]);
          expect((await load())?.variants.map((v) => v.variantId)).toEqual(
            isDeleted ? undefined : [`var_${newest}`],
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a bulk event applies the newest version of each product', async () => {
    const payload = ProductsChanged.encode({
      products: [factsOf(3), factsOf(2), { ...factsOf(1), productId: 'prd_2' }],
    }).finish();
    await receive('products.changed', payload);
    expect(await categories()).toEqual(['cat_3']);
    expect(await productPricesLoadMany(database.db, storeId, ['prd_1', 'prd_2'])).toHaveLength(2);
  });

  test('a deleted product is not restored, not even by a newer version', async () => {
    await changed(factsOf(1));
    await deleted(5);
    await changed(factsOf(4));
    await changed(factsOf(6));
    expect(await load()).toBeUndefined();
    service.catalog.facts.set(`${storeId}/prd_1`, factsOf(4));
    const late = service.client.setPrices(contextOf(storeId), {
      productId: 'prd_1',
      priceCentavos: 1,
      variants: [],
      includeDrafts: false,
    });
    await expect(late).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('fixed prices', () => {
  test('the fixed prices of removed variants are deleted', async () => {
    await changed(factsOf(1, ['var_1', true], ['var_2', true]));
    const list = await listWith(undefined, 'var_1', 'var_2');
    await changed(factsOf(2, ['var_2', true]));
    expect(await entriesOf(list)).toEqual([
      ['prd_1', undefined],
      ['prd_1', 'var_2'],
    ]);
  });

  test('the fixed prices of a deleted product are deleted', async () => {
    await changed(factsOf(1, ['var_1', true]));
    const list = await listWith(undefined, 'var_1');
    await deleted(2);
    expect(await entriesOf(list)).toEqual([]);
  });

  test('fixed prices that are set while their product is deleted are refused', async () => {
    await changed(factsOf(1, ['var_1', true]));
    const list = await listWith('var_1');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isDeleted, resolve: markDeleted } = Promise.withResolvers<void>();
    const deletion = database.db.transaction(async (tx) => {
      await productTombstone(tx, storeId, { productId: 'prd_1', version: 2 });
      markDeleted();
      await released;
    });
    await isDeleted;
    const set = service.client.setPriceListEntries(contextOf(storeId), {
      priceListId: list,
      entries: [{ productId: 'prd_1', variantId: undefined, priceCentavos: 6 }],
    });
    set.catch(() => undefined);
    await waitingForLocks(database.db, 1).finally(release);
    await deletion;
    await expect(set).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await entriesOf(list)).toEqual([]);
  });
});

test('a shop from an event is known, and keeps its default list', async () => {
  const payload = ShopChanged.encode({ shopId: 'shp_1', name: 'Centro', isActive: true }).finish();
  await receive('shop.created', payload);
  const { priceList } = await service.client.createPriceList(contextOf(storeId), { name: 'Mayorista' });
  const request = { shopId: 'shp_1', priceListId: priceList!.id };
  await service.client.setShopPriceList(contextOf(storeId), request);
  await receive('shop.updated', payload);
  expect(await shopFindMany(service.deps.prisma, storeId, ['shp_1', 'shp_2'])).toEqual(new Set(['shp_1']));
  const { shopDefaults } = await service.client.listPriceLists(contextOf(storeId), {});
  expect(shopDefaults).toEqual([{ shopId: 'shp_1', priceListId: priceList!.id }]);
});
