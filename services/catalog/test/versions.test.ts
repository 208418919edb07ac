import { afterAll, beforeAll, expect, test } from 'vitest';
import { stampVersion } from '@commerce/service-kit/version.ts';
import {
  addReferences,
  change,
  contextOf,
  newProduct,
  newStore,
  newVariant,
  refusal,
  shopFields,
  startService,
  type TestService,
} from './support/service.ts';

let service: TestService;
let updates: Record<string, (expectedVersion: string | undefined, name: string) => Promise<Updated>>;
let firstVersions: Record<string, string>;

interface Updated {
  updatedAtMs: number;
}

const store = newStore();
const ctx = () => contextOf(store);

const label = (name: string) => ({ name, parentId: undefined, isActive: true, image: undefined });

beforeAll(async () => {
  service = await startService();
  const { client } = service;
  const { categories, brands, shops } = await addReferences(service, store, 1);
  const shape = newProduct('Remera', { variantAxes: ['Talle'], variants: [newVariant({ Talle: 'M' })] });
  const product = (await client.createProduct(ctx(), shape)).product!;
  const shirt = (await client.createProduct(ctx(), shape)).product!;
  const { shop } = await client.getShop(ctx(), { id: shops[0]! });
  updates = {
    product: async (expectedVersion, name) =>
      (await client.updateProduct(ctx(), change(product.id, { name, expectedVersion }))).product!,
    variants: async (expectedVersion, name) =>
      (
        await client.changeVariants(ctx(), {
          productId: shirt.id,
          variantAxes: ['Talle'],
          variants: [
            {
              id: shirt.variants[0]!.id,
              attributes: [{ name: 'Talle', value: name }],
              sku: undefined,
              barcode: undefined,
              isActive: undefined,
            },
          ],
          expectedVersion,
        })
      ).product!,
    category: async (expectedVersion, name) =>
      (await client.updateCategory(ctx(), { id: categories[0]!, fields: label(name), expectedVersion }))
        .category!,
    brand: async (expectedVersion, name) =>
      (await client.updateBrand(ctx(), { id: brands[0]!, fields: label(name), expectedVersion })).brand!,
    shop: async (expectedVersion, name) =>
      (await client.updateShop(ctx(), { id: shops[0]!, fields: shopFields(name), expectedVersion })).shop!,
  };
  const listed = {
    category: (await client.listCategories(ctx(), { limit: 1, pageToken: Buffer.alloc(0) })).categories[0]!,
    brand: (await client.listBrands(ctx(), { limit: 1, pageToken: Buffer.alloc(0) })).brands[0]!,
  };
  const read: Record<string, Updated> = { product, variants: shirt, shop: shop!, ...listed };
  firstVersions = Object.fromEntries(
    Object.entries(read).map(([name, { updatedAtMs }]) => [name, stampVersion(updatedAtMs)]),
  );
  await service.events();
});
afterAll(() => service.close());

const KINDS = ['product', 'variants', 'category', 'brand', 'shop'];

test.each(KINDS)('one of two updates of a %s from the same version wins', async (kind) => {
  const update = updates[kind]!;
  const results = await Promise.allSettled([
    update(firstVersions[kind], 'Uno'),
    update(firstVersions[kind], 'Dos'),
  ]);
  const lost = results.find((result) => result.status === 'rejected');
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(lost).toMatchObject({
    reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
  });
});

test.each(KINDS)('an update of a %s from an older version has no effect and no event', async (kind) => {
  const update = updates[kind]!;
  const { updatedAtMs } = await update(undefined, 'Tres');
  await service.events();
  expect(await refusal(update(firstVersions[kind], 'Cuatro'))).toEqual(['changed_since_read']);
  expect(await service.events()).toEqual([]);
  // The version is still the same.
  expect((await update(stampVersion(updatedAtMs), 'Cinco')).updatedAtMs).toBeGreaterThan(updatedAtMs);
});
