import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { contextOf, saveWorld, startService, type TestService } from './support/service.ts';
import { NOW_MS, productOf } from './support/world.ts';

const HOUR = 3_600_000;

let database: TestDatabase;
let service: TestService;
let nowMs = NOW_MS;
let stores = 0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db, { now: () => nowMs });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(() => (nowMs = NOW_MS));

const variant = (variantId: string) => ({
  variantId,
  priceCentavos: 2_000,
  compareAtCentavos: null,
  costCentavos: null,
  isActive: true,
});

/** A store with a product of each kind, two lists of which the first is the default of `shp_a`, and a promotion from 1 to 2 h from NOW_MS. */
async function newStore(): Promise<string> {
  const storeId = `sto_${++stores}`;
  const rule = { percentBp: -1_000, roundingCentavos: 1 as const };
  const promotion = {
    promotionId: 'pro_1',
    name: 'Promo',
    discount: { percentBp: 5_000 },
    productIds: ['prd_1'],
    categoryIds: [],
    brandIds: [],
    shopIds: [],
    startsAtMs: NOW_MS + HOUR,
    endsAtMs: NOW_MS + 2 * HOUR,
  };
  await saveWorld(
    database.db,
    storeId,
    {
      products: [productOf('prd_1'), productOf('prd_2', { variants: [variant('var_1'), variant('var_2')] })],
      lists: [
        { priceListId: 'pl_1', name: 'A', rule },
        { priceListId: 'pl_2', name: 'B', rule },
      ],
      entries: [{ priceListId: 'pl_1', productId: 'prd_1', variantId: null, priceCentavos: 700 }],
      promotions: [promotion],
    },
    'pl_1',
  );
  return storeId;
}

const listed = (storeId: string, priceListId?: string) =>
  service.client.listPrices(contextOf(storeId), {
    shopId: 'shp_a',
    priceListId,
    limit: 25,
    pageToken: Buffer.alloc(0),
  });
const versions = async (...storeIds: string[]): Promise<string[]> =>
  (await service.client.getPriceVersions(contextOf(''), { storeIds })).versions;

test('the current version is that of a page read now, for each store on its own', async () => {
  const [a, b] = [await newStore(), await newStore()];
  const ofPages = [await listed(a), await listed(b), await listed(a, 'pl_2')].map(({ version }) => version);
  expect(await versions(a, b, a)).toEqual(ofPages);
  expect(new Set(ofPages).size).toBe(2);
});

const CHANGES = [
  `update product set price_centavos = 1 where store_id = $1 and id = 'prd_1'`,
  `update product set category_ids = '{cat_1}' where store_id = $1 and id = 'prd_1'`,
  `update product set brand_ids = '{brd_1}' where store_id = $1 and id = 'prd_1'`,
  `update product set shop_ids = '{shp_b}' where store_id = $1 and id = 'prd_1'`,
  `update product set is_draft = true where store_id = $1 and id = 'prd_1'`,
  `update product set is_deleted = true where store_id = $1 and id = 'prd_1'`,
  `update product set variant_count = 3 where store_id = $1 and id = 'prd_2'`,
  `delete from product where store_id = $1 and id = 'prd_1'`,
  `insert into product (store_id, id, is_draft, version, price_centavos) values ($1, 'prd_3', false, 1, 5)`,
  `update variant set price_centavos = 1 where store_id = $1 and id = 'var_1'`,
  `update variant set is_active = false where store_id = $1 and id = 'var_1'`,
  `update variant set position = 9 where store_id = $1 and id = 'var_1'`,
  `delete from variant where store_id = $1 and id = 'var_1'`,
  `insert into variant (store_id, product_id, id, position, is_active, price_centavos) values ($1, 'prd_2', 'var_3', 3, true, 5)`,
  `update price_list set percent_bp = 0 where store_id = $1 and id = 'pl_1'`,
  `update price_list set over_list_id = 'pl_2' where store_id = $1 and id = 'pl_1'`,
  `update price_list set is_deleted = true where store_id = $1 and id = 'pl_2'`,
  `update price_list_entry set price_centavos = 1 where store_id = $1`,
  `delete from price_list_entry where store_id = $1`,
  `insert into price_list_entry values ($1, 'pl_2', 'prd_1', '', 5)`,
  `update shop set default_price_list_id = 'pl_2' where store_id = $1 and id = 'shp_a'`,
  `delete from shop where store_id = $1 and id = 'shp_b'`,
  `update promotion set percent_bp = 1 where store_id = $1`,
  `update promotion set shop_ids = '{shp_b}' where store_id = $1`,
  `update promotion set ends_at = ends_at + interval '1 hour' where store_id = $1`,
  `delete from promotion where store_id = $1`,
  `update promotion_target set target_id = 'prd_2' where store_id = $1`,
  `delete from promotion_target where store_id = $1`,
];

describe('the version of the pages', () => {
  test.each(CHANGES)('is another one after: %s', async (sql) => {
    const [changed, other] = [await newStore(), await newStore()];
    const [before, otherBefore] = await versions(changed, other);
    await database.db.pool.query(sql, [changed]);
    const [after, otherAfter] = await versions(changed, other);
    expect(after).not.toBe(before);
    expect(otherAfter).toBe(otherBefore);
  });

  test.each([
    `update product set version = version + 1, price_version = price_version + 1, cost_centavos = 5 where store_id = $1`,
    `update variant set cost_centavos = 5, compare_at_centavos = 9000 where store_id = $1`,
  ])('is the same after: %s', async (sql) => {
    const storeId = await newStore();
    const before = await versions(storeId);
    await database.db.pool.query(sql, [storeId]);
    expect(await versions(storeId)).toEqual(before);
  });

  test('is another one from the instant at which a promotion begins or ends, at which the prices are others', async () => {
    const storeId = await newStore();
    const at = async (ms: number) => {
      nowMs = NOW_MS + ms;
      const { prices, version } = await listed(storeId, 'pl_2');
      expect(await versions(storeId)).toEqual([version]);
      return { version, priceCentavos: prices[0]!.priceCentavos };
    };
    const times = [0, HOUR - 1, HOUR, 2 * HOUR - 1, 2 * HOUR, 9 * HOUR];
    const seen: Awaited<ReturnType<typeof at>>[] = [];
    for (const ms of times) seen.push(await at(ms));
    expect(seen.map(({ priceCentavos }) => priceCentavos)).toEqual([900, 900, 450, 450, 900, 900]);
    const [before, beforeToo, during, duringToo, after, afterToo] = seen.map(({ version }) => version);
    expect([beforeToo, duringToo, afterToo]).toEqual([before, during, after]);
    expect(new Set([before, during, after]).size).toBe(3);
  });
});
