import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesWithRowsOf } from '@commerce/service-kit/testing/store-rows.ts';
import {
  contextOf,
  newProduct,
  newStore,
  newVariant,
  shopFields,
  startService,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

/** A store with a shop, a category below another, a brand, and two products, one of them a draft. */
async function filledStore(): Promise<string> {
  const { client } = service;
  const store = newStore();
  const ctx = contextOf(store);
  await client.createShop(ctx, { fields: shopFields('Centro') });
  const { category } = await client.createCategory(ctx, { fields: { name: 'Ropa', isActive: true } });
  const below = { name: 'Remeras', isActive: true, parentId: category!.id };
  await client.createCategory(ctx, { fields: below });
  const { brand } = await client.createBrand(ctx, { fields: { name: 'Puelche', isActive: true } });
  const labels = { categoryIds: [category!.id], brandIds: [brand!.id] };
  await client.createProduct(
    ctx,
    newProduct('Remera', { ...labels, variants: [newVariant({ Talle: 'M' })] }),
  );
  await client.createProduct(ctx, newProduct('Buzo', { draft: true }));
  return store;
}

test('a purged store has no data left, its products are published as deleted, and other stores stay', async () => {
  const [store, other] = [await filledStore(), await filledStore()];
  const before = await tablesWithRowsOf(service.database.db, other);
  await service.events();
  while (!(await service.client.purgeStore(contextOf(store), {})).done);
  // The clock stays, so that later changes have later stamps.
  expect(await tablesWithRowsOf(service.database.db, store)).toEqual(['outbox', 'store_clock']);
  const events = await service.events();
  expect(events.map(({ type, storeId }) => [type, storeId])).toEqual([
    ['product.deleted', store],
    ['product.deleted', store],
  ]);
  expect(await tablesWithRowsOf(service.database.db, other)).toEqual(
    before.filter((name) => name !== 'outbox'),
  );
});
