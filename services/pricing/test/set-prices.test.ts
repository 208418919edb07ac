import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { SetPricesRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import definition from '../src/main.ts';
import { contextOf, keyed, publishedPrices, startService, type TestService } from './support/service.ts';

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
  service.catalog.beforeApply = () => undefined;
  await drainOutbox(database.db);
});

type Change = Partial<SetPricesRequest>;
const requestOf = (change: Change): SetPricesRequest => ({
  productId: 'prd_1',
  variants: [],
  includeDrafts: false,
  ...change,
});
const set = async (change: Change, ctx = contextOf(storeId)) =>
  (await service.client.setPrices(ctx, requestOf(change))).product!;
const refusal = async (work: Promise<unknown>): Promise<Fault> => {
  const error: unknown = await work.then(
    () => 'no refusal',
    (e: unknown) => e,
  );
  if (error instanceof Fault) return error;
  throw new Error(`no Fault: ${String(error)}`);
};
const problems = async (work: Promise<unknown>) =>
  (await refusal(work)).details.map(({ reason, field }) => `${reason} ${field}`);
const published = () => publishedPrices(database.db);

const variant = (variantId: string, isActive = true) => ({
  variantId,
  isActive,
  position: 0,
  sku: undefined,
});
const price = (variantId: string, priceCentavos: number) => ({ variantId, priceCentavos });
const simple = () => service.catalog.put(storeId, 'prd_1');
const withVariants = (...ids: string[]) =>
  service.catalog.put(storeId, 'prd_1', { variants: ids.map((id) => variant(id)) });

describe('the price of a product', () => {
  test('a price is returned, published and listed as it was set', async () => {
    simple();
    expect(await set({ priceCentavos: 123_456 })).toMatchObject({ id: 'prd_1', priceCentavos: 123_456 });
    expect(await published()).toMatchObject([{ productId: 'prd_1', version: 1, priceCentavos: 123_456 }]);
    service.catalog.shops.add(`${storeId}/shp_1`);
    const page = { shopId: 'shp_1', limit: 25, pageToken: Buffer.alloc(0) };
    const { prices } = await service.client.listPrices(contextOf(storeId), page);
    expect(prices).toMatchObject([{ priceCentavos: 123_456 }]);
  });

  test('setting the present price changes and publishes nothing', async () => {
    simple();
    await set({ priceCentavos: 500 });
    await published();
    expect(await set({ priceCentavos: 500 })).toMatchObject({ priceCentavos: 500 });
    expect(await published()).toEqual([]);
  });

  test.each([0, -1, 100_000_000_000_001])('a price of %d is refused', async (priceCentavos) => {
    simple();
    expect(await problems(set({ priceCentavos }))).toEqual(['invalid_value price']);
  });

  test('a request without prices is refused', async () => {
    simple();
    expect(await problems(set({}))).toEqual(['missing price']);
  });

  test('prices belong to the variants of a product with variants, and to the product otherwise', async () => {
    withVariants('var_1');
    expect(await problems(set({ priceCentavos: 1 }))).toEqual(['not_accepted price']);
    service.catalog.put(storeId, 'prd_2');
    expect(await problems(set({ productId: 'prd_2', variants: [price('var_1', 1)] }))).toEqual([
      'not_accepted variants',
    ]);
  });

  test('a draft, an unknown product and a product of another store are not found', async () => {
    service.catalog.put(storeId, 'prd_1', { isDraft: true });
    service.catalog.put('sto_other', 'prd_2');
    for (const productId of ['prd_1', 'prd_2', 'prd_3'])
      expect((await refusal(set({ productId, priceCentavos: 1 }))).code).toBe('not_found');
  });

  test('the price of a draft is set when drafts are included', async () => {
    service.catalog.put(storeId, 'prd_1', { isDraft: true });
    expect((await set({ priceCentavos: 7, includeDrafts: true })).priceCentavos).toBe(7);
  });
});

describe('prices of variants', () => {
  test('the base price is the price of the lowest active variant', async () => {
    service.catalog.put(storeId, 'prd_1', {
      variants: [variant('var_1'), variant('var_2'), variant('var_3', false)],
    });
    const change = { variants: [price('var_1', 300), price('var_2', 200), price('var_3', 100)] };
    expect(await set(change)).toMatchObject({
      priceCentavos: 200,
      variants: [{ priceCentavos: 300 }, { priceCentavos: 200 }, { priceCentavos: 100 }],
    });
    expect(await set({ variants: [price('var_2', 400)] })).toMatchObject({ priceCentavos: 300 });
  });

  test('unknown ids, repeated ids and invalid amounts are refused together', async () => {
    withVariants('var_1');
    const variants = [price('var_1', 1), price('var_z', 1), price('var_1', 2), price('var_y', 0)];
    expect((await problems(set({ variants }))).toSorted()).toEqual([
      'invalid_value variants[1].id',
      'invalid_value variants[2].id',
      'invalid_value variants[3].id',
      'invalid_value variants[3].price',
    ]);
    expect(await published()).toEqual([]);
  });

  test('more than 250 variants are refused', async () => {
    withVariants('var_1');
    const variants = Array.from({ length: 251 }, () => price('var_1', 1));
    expect(await problems(set({ variants }))).toEqual(['invalid_value variants']);
  });
});

describe('a conditional write', () => {
  test('a write that expects another price is refused with the current one and changes nothing', async () => {
    simple();
    await set({ priceCentavos: 150_050 });
    await published();
    const fault = await refusal(set({ priceCentavos: 2, expectedPriceCentavos: 1 }));
    expect([fault.code, fault.details]).toEqual([
      'conflict',
      [{ reason: 'price_changed', field: 'expected.price', message: 'The current price is 1500.5.' }],
    ]);
    expect(await published()).toEqual([]);
  });

  test('of several concurrent conditional writes exactly one succeeds', async () => {
    simple();
    await set({ priceCentavos: 100 });
    const results = await Promise.allSettled(
      [201, 202, 203, 204, 205].map((priceCentavos) => set({ priceCentavos, expectedPriceCentavos: 100 })),
    );
    const [won, ...others] = results.filter(({ status }) => status === 'fulfilled');
    expect(others).toEqual([]);
    const last = service.catalog.copies.get(`${storeId}/prd_1`)!.priceCentavos;
    expect((won as PromiseFulfilledResult<Product>).value.priceCentavos).toBe(last);
  });

  test('a conditional write of variants compares the base price', async () => {
    withVariants('var_1', 'var_2');
    await set({ variants: [price('var_1', 100), price('var_2', 200)] });
    const change = { variants: [price('var_2', 50)], expectedPriceCentavos: 100 };
    expect(await set(change)).toMatchObject({ priceCentavos: 50 });
    expect(await problems(set(change))).toEqual(['price_changed expected.price']);
  });
});

test('concurrent changes of different variants all take effect, and so does the base price', async () => {
  const ids = ['var_1', 'var_2', 'var_3', 'var_4', 'var_5', 'var_6'];
  withVariants(...ids);
  await Promise.all(ids.map((id, i) => set({ variants: [price(id, 100 + i)] })));
  const copy = service.catalog.copies.get(`${storeId}/prd_1`)!;
  expect(copy.version).toBe(6);
  expect(copy.priceCentavos).toBe(100);
  expect(copy.variants.map((v) => v.priceCentavos)).toEqual([100, 101, 102, 103, 104, 105]);
});

const call = async (key: string, change: Change = { priceCentavos: 100 }) => {
  const replays: string[] = [];
  const ctx = { ...keyed(storeId, key), onReplay: (presentation: string) => void replays.push(presentation) };
  const { items } = await service.setPrices(ctx, requestOf(change));
  return { product: Buffer.from(items[0]!), replays };
};

describe('with an idempotency key', () => {
  test('a replay returns the same bytes after later changes and while catalog is down', async () => {
    simple();
    const first = await call('k');
    await set({ priceCentavos: 200 });
    await service.catalog.stop();
    const again = await call('k');
    await service.restartCatalog();
    expect(again.product).toEqual(first.product);
    expect([first.replays, again.replays]).toEqual([[], ['plain']]);
    expect((await published()).map(({ priceCentavos }) => priceCentavos)).toEqual([100, 200]);
  });

  test('a refusal is recorded with its key', async () => {
    simple();
    await set({ priceCentavos: 5 });
    const change = { priceCentavos: 7, expectedPriceCentavos: 6 };
    expect((await refusal(call('k', change))).code).toBe('conflict');
    await set({ priceCentavos: 6 });
    expect((await refusal(call('k', change))).code).toBe('conflict');
  });

  test('catalog down before the change leaves no effect, and the key can be used again', async () => {
    simple();
    await service.catalog.stop();
    expect((await refusal(call('k'))).code).toBe('unavailable');
    expect(await published()).toEqual([]);
    await service.restartCatalog();
    expect(Product.decode((await call('k')).product).priceCentavos).toBe(100);
  });

  test('catalog failing after the change leaves the event, and the same key then returns the product', async () => {
    simple();
    service.catalog.beforeApply = () => {
      throw new Fault('unavailable', 'Down.');
    };
    expect((await refusal(call('k'))).code).toBe('unavailable');
    expect(await published()).toMatchObject([{ priceCentavos: 100 }]);
    expect((await refusal(call('k'))).code).toBe('unavailable');
    service.catalog.beforeApply = () => undefined;
    const completed = await call('k');
    expect(Product.decode(completed.product).priceCentavos).toBe(100);
    expect(completed.replays).toEqual(['plain']);
    await set({ priceCentavos: 300 });
    expect((await call('k')).product).toEqual(completed.product);
    expect((await published()).map(({ priceCentavos }) => priceCentavos)).toEqual([300]);
  });

  test('the copy is applied with the actor of the call', async () => {
    simple();
    await call('k');
    expect(service.catalog.applied.at(-1)).toMatchObject({ id: 'ins_1', appId: 'app_1' });
    const [event] = await drainOutbox(database.db);
    expect(event!.actor).toMatchObject({ id: 'ins_1', appId: 'app_1' });
  });
});

const costs = async (change: object) =>
  (
    await service.client.setCosts(contextOf(storeId), {
      productId: 'prd_1',
      costCentavos: undefined,
      variants: [],
      includeDrafts: false,
      ...change,
    })
  ).product!;

const compare = async (compareAtPriceCentavos: number | undefined) => {
  const variants = [{ variantId: 'var_1', compareAtPriceCentavos }];
  const request = { productId: 'prd_1', compareAt: undefined, variants, includeDrafts: false };
  return (await service.client.setCompareAtPrices(contextOf(storeId), request)).product!;
};

describe('costs and compare-at prices', () => {
  test('a variant without its own cost has the product’s', async () => {
    withVariants('var_1', 'var_2');
    const variants = [{ variantId: 'var_1', costCentavos: 70 }];
    expect(await costs({ costCentavos: 50, variants })).toMatchObject({
      costCentavos: 50,
      variants: [{ costCentavos: 70 }, { costCentavos: 50 }],
    });
    expect(await costs({ variants: [{ variantId: 'var_1', costCentavos: undefined }] })).toMatchObject({
      variants: [{ costCentavos: 50 }, { costCentavos: 50 }],
    });
    expect(await published()).toHaveLength(2);
    expect(await problems(costs({}))).toEqual(['missing cost']);
    expect(await problems(costs({ costCentavos: -1 }))).toEqual(['invalid_value cost']);
  });

  test('a compare-at price is set and removed', async () => {
    withVariants('var_1');
    expect((await compare(900)).variants[0]!.compareAtPriceCentavos).toBe(900);
    expect((await compare(undefined)).variants[0]!.compareAtPriceCentavos).toBeUndefined();
    expect(await problems(compare(0))).toEqual(['invalid_value variants[0].compare_at_price']);
  });
});
