import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { tablesWithRowsOf } from '@commerce/service-kit/testing/store-rows.ts';
import definition from '../src/main.ts';
import { contextOf, startService, type TestService } from './support/service.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** Adds a price list over another, its fixed price and default shop, and a promotion. */
async function fill(storeId: string): Promise<void> {
  const { client, catalog } = service;
  const ctx = contextOf(storeId);
  catalog.shops.add(`${storeId}/shp_1`);
  catalog.put(storeId, 'prd_1');
  const { priceList: base } = await client.createPriceList(ctx, { name: 'Base' });
  const rule = { percentBp: 1_000, overListId: base!.id, roundingCentavos: 1 };
  const { priceList } = await client.createPriceList(ctx, { name: 'Mayorista', rule });
  const priceListId = priceList!.id;
  const entries = [{ productId: 'prd_1', priceCentavos: 100 }];
  await client.setPriceListEntries(ctx, { priceListId, entries });
  await client.setShopPriceList(ctx, { shopId: 'shp_1', priceListId });
  await client.createPromotion(ctx, {
    promotion: {
      id: '',
      name: 'Liquidación',
      discount: { $case: 'percentBp', value: 1_000 },
      productIds: ['prd_1'],
      categoryIds: [],
      brandIds: [],
      shopIds: [],
      startsAtMs: 0,
    },
  });
}

test('a purged store has only the projection of its products left, and other stores stay', async () => {
  await fill('sto_a');
  await fill('sto_b');
  const before = await tablesWithRowsOf(database.db, 'sto_b');
  expect(before).toEqual(expect.arrayContaining(['price_list_entry', 'promotion_target', 'shop']));
  while (!(await service.client.purgeStore(contextOf('sto_a'), {})).done);
  expect(await tablesWithRowsOf(database.db, 'sto_a')).toEqual(['page_version', 'product', 'product_shop']);
  expect(await tablesWithRowsOf(database.db, 'sto_b')).toEqual(before);
});
