import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { priceLoadPage } from '../src/store/price-load.ts';
import {
  priceListSaveMany,
  productSaveMany,
  promotionSaveMany,
  shopSaveMany,
  type ProductRecord,
  type PromotionRecord,
} from '../src/seed.ts';
import { productTombstone } from '../src/store/product.ts';
import { NOW_MS, productOf } from './support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
});
afterAll(() => database.drop());

const variant = (variantId: string, priceCentavos: number) => ({
  variantId,
  priceCentavos,
  compareAtCentavos: null,
  costCentavos: null,
  isActive: true,
});
const record = (version: number, ...variants: ReturnType<typeof variant>[]): ProductRecord =>
  productOf('prd_1', { priceCentavos: version, variants, categoryIds: ['cat_1'], version });
const load = (storeId: string) =>
  priceLoadPage(database.db, storeId, { shopId: 'shp_1', atMs: NOW_MS }, '', 25);
const save = (r: ProductRecord) => productSaveMany(database.db, 'sto_version', [r]);
const over = (priceListId: string, overListId?: string) => ({
  priceListId,
  name: 'Lista',
  rule: { percentBp: 100, overListId, roundingCentavos: 1 as const },
});
const promotion = (fields: Partial<PromotionRecord>): PromotionRecord => ({
  promotionId: 'prm_1',
  name: 'Promo',
  discount: { percentBp: 1_000 },
  productIds: [],
  categoryIds: ['cat_1'],
  brandIds: [],
  shopIds: [],
  startsAtMs: NOW_MS - 10,
  endsAtMs: null,
  ...fields,
});

describe('productSaveMany', () => {
  test('only newer versions of a product are applied, variants included', async () => {
    await save(record(2, variant('var_1', 10), variant('var_2', 20)));
    await save(record(1, variant('var_3', 30)));
    await save(record(2, variant('var_3', 30)));
    expect((await load('sto_version')).products[0]!.variants.map((v) => v.id)).toEqual(['var_1', 'var_2']);
    await save(record(3, variant('var_2', 25), variant('var_3', 30)));
    const [product] = (await load('sto_version')).products;
    expect(product!.variants.map((v) => [v.id, v.basePriceCentavos])).toEqual([
      ['var_2', 25],
      ['var_3', 30],
    ]);
  });

  test('a late change does not restore a deleted product', async () => {
    await productTombstone(database.db, 'sto_deleted', { productId: 'prd_1', version: 5 });
    await productSaveMany(database.db, 'sto_deleted', [record(4)]);
    expect((await load('sto_deleted')).products).toEqual([]);
    await productSaveMany(database.db, 'sto_deleted2', [record(4)]);
    await productTombstone(database.db, 'sto_deleted2', { productId: 'prd_1', version: 3 });
    expect((await load('sto_deleted2')).products).toHaveLength(1);
  });
});

describe('priceListSaveMany', () => {
  test('a cycle of price lists is rejected, also with stored lists', async () => {
    await priceListSaveMany(database.db, 'sto_cycle', [over('pl_1'), over('pl_2', 'pl_1')]);
    await expect(priceListSaveMany(database.db, 'sto_cycle', [over('pl_1', 'pl_2')])).rejects.toThrow(
      'based on itself',
    );
    await expect(
      priceListSaveMany(database.db, 'sto_cycle', [over('pl_3', 'pl_4'), over('pl_4', 'pl_3')]),
    ).rejects.toThrow('based on itself');
  });
});

describe('promotionSaveMany', () => {
  test('targets, discount and period of a promotion are replaced, and targets that stay take the new end', async () => {
    const storeId = 'sto_promotion';
    await shopSaveMany(database.db, storeId, [{ shopId: 'shp_1', defaultPriceListId: null }]);
    await productSaveMany(database.db, storeId, [record(1)]);
    const after = async (fields: Partial<PromotionRecord>) => {
      await promotionSaveMany(database.db, storeId, [promotion(fields)]);
      return (await load(storeId)).promotions;
    };
    expect(await after({})).toMatchObject([{ discount: { percentBp: 1_000 }, endsAtMs: undefined }]);
    expect(await after({ endsAtMs: NOW_MS })).toEqual([]);
    expect(await after({ endsAtMs: NOW_MS + 1, discount: { amountCentavos: 5 } })).toMatchObject([
      { discount: { amountCentavos: 5 }, endsAtMs: NOW_MS + 1 },
    ]);
    expect(await after({ categoryIds: [], brandIds: ['brd_1'] })).toEqual([]);
    expect(await after({ categoryIds: [], productIds: ['prd_1'], shopIds: ['shp_2'] })).toEqual([]);
    expect(await after({ categoryIds: [], productIds: ['prd_1'], shopIds: ['shp_2', 'shp_1'] })).toHaveLength(
      1,
    );
  });
});
