import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { ChangeVariantsRequest_VariantOrNew as Given } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import {
  change,
  contextOf,
  newProduct,
  newStore,
  newVariant,
  refusal,
  startService,
  versionsOf,
  type TestService,
} from './support/service.ts';

let service: TestService;
let store: string;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());
beforeEach(() => {
  store = newStore();
  service.onRetire = async () => undefined;
});

const given = (
  id: string | undefined,
  attributes: Record<string, string> = {},
  fields: Partial<Given> = {},
): Given => ({
  id,
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  sku: undefined,
  barcode: undefined,
  isActive: undefined,
  ...fields,
});
const set = async (productId: string, variantAxes: string[], variants: Given[], storeId = store) =>
  (await service.client.changeVariants(contextOf(storeId), { productId, variantAxes, variants })).product!;
const shirt = async () =>
  (
    await service.client.createProduct(
      contextOf(store),
      newProduct('Remera', {
        variants: [newVariant({ Talle: 'S' }), newVariant({ Talle: 'M' }, { name: 'Mediana' })],
      }),
    )
  ).product!;

describe('the variants of a product', () => {
  test('a new variant is inactive and has no price, and is published as a change', async () => {
    const { id, variants } = await shirt();
    await service.events();
    const after = await set(
      id,
      ['Talle'],
      [given(variants[0]!.id), given(variants[1]!.id), given(undefined, { Talle: 'L' }, { sku: 'L-1' })],
    );
    expect(after.variants.slice(0, 2)).toEqual(variants);
    expect(after.variants[2]).toMatchObject({
      name: 'L',
      sku: 'L-1',
      isActive: false,
      priceCentavos: 0,
      position: 2,
    });
    expect(versionsOf(await service.events())).toEqual([['product.updated', 2]]);
  });

  test('an axis is added if every variant gets a value, and names that the merchant wrote stay', async () => {
    const { id, variants } = await shirt();
    const after = await set(
      id,
      ['Color', 'Talle'],
      [
        given(variants[1]!.id, { Talle: 'M', Color: 'Azul' }),
        given(variants[0]!.id, { Talle: 'S', Color: 'Azul' }),
      ],
    );
    expect(after.variantAxes).toEqual(['Color', 'Talle']);
    expect(after.variants.map(({ id: variantId, name, position }) => [variantId, name, position])).toEqual([
      [variants[1]!.id, 'Mediana', 0],
      [variants[0]!.id, 'Azul / S', 1],
    ]);
    expect(
      await refusal(
        set(
          id,
          ['Color', 'Talle', 'Tela'],
          after.variants.map((one) => given(one.id)),
        ),
      ),
    ).toEqual(['invalid_value variants[0].attributes', 'invalid_value variants[1].attributes']);
  });

  test('a product becomes variable with its first variant, and simple when its last one is removed', async () => {
    const { product } = await service.client.createProduct(contextOf(store), newProduct('Taza'));
    const withOne = await set(product!.id, ['Color'], [given(undefined, { Color: 'Rojo' })]);
    expect(withOne).toMatchObject({ type: ProductType.VARIABLE, variantAxes: ['Color'] });
    expect(await set(product!.id, [], [])).toMatchObject({
      type: ProductType.SIMPLE,
      variantAxes: [],
      variants: [],
    });
  });

  test('variants with units reserved by orders are not removed', async () => {
    const { id, variants } = await shirt();
    service.onRetire = () => Promise.reject(conflict('has_reservations', 'Reserved.'));
    expect(await refusal(set(id, ['Talle'], [given(variants[0]!.id)]))).toEqual(['has_reservations']);
    const { product } = await service.client.getProductForEditing(contextOf(store), { id });
    expect(product!.variants).toHaveLength(2);
    service.onRetire = async () => undefined;
    expect((await set(id, ['Talle'], [given(variants[0]!.id)])).variants).toEqual([variants[0]]);
  });

  test('a repeated request with the same key returns the recorded response, whatever version it expects', async () => {
    const { id, variants, updatedAtMs } = await shirt();
    let retired = 0;
    service.onRetire = async () => void retired++;
    const request = {
      productId: id,
      variantAxes: ['Talle'],
      variants: [given(variants[0]!.id)],
      expectedVersion: stampVersion(updatedAtMs),
    };
    const first = await service.client.changeVariants(contextOf(store, 'key'), request);
    expect(first.product!.updatedAtMs).toBeGreaterThan(updatedAtMs);
    expect(await service.client.changeVariants(contextOf(store, 'key'), request)).toEqual(first);
    expect(retired).toBe(1);
    expect(await refusal(service.client.changeVariants(contextOf(store, 'other'), request))).toEqual([
      'changed_since_read',
    ]);
  });

  test('all problems are reported at once, and a product of another store is not found', async () => {
    const { id, variants } = await shirt();
    const twice = [
      given(variants[0]!.id),
      given(variants[0]!.id),
      given('var_0'),
      given(undefined, { Talle: 'S' }),
    ];
    expect(await refusal(set(id, ['Talle'], twice))).toEqual(
      expect.arrayContaining([
        'invalid_value variants[1].id',
        'invalid_value variants[2].id',
        'invalid_value variants[3].attributes',
      ]),
    );
    expect(await refusal(set(id, ['Talle'], [], newStore()))).toEqual(['not_found']);
    expect(await refusal(service.client.getProductForEditing(contextOf(newStore()), { id }))).toEqual([
      'not_found',
    ]);
  });
});

test('products are read for editing in the order asked, without those of another store', async () => {
  const [first, other, second] = await Promise.all(
    ([[store], [newStore()], [store]] as const).map(
      async ([storeId], n) =>
        (await service.client.createProduct(contextOf(storeId), newProduct(`Taza ${n}`))).product!,
    ),
  );
  const ids = [second!.id, other!.id, 'prd_0', first!.id];
  const { products } = await service.client.batchGetProductsForEditing(contextOf(store), { ids });
  expect(products).toEqual([
    { product: second, isDraft: expect.any(Boolean) },
    { product: first, isDraft: expect.any(Boolean) },
  ]);
  const tooMany = Array.from({ length: 101 }, (_, n) => `prd_${n}`);
  expect(
    await refusal(service.client.batchGetProductsForEditing(contextOf(store), { ids: tooMany })),
  ).toEqual(['invalid_value ids']);
});

test('a slug can be changed to a free one of valid characters', async () => {
  const first = (await service.client.createProduct(contextOf(store), newProduct('Uno'))).product!;
  const second = (await service.client.createProduct(contextOf(store), newProduct('Dos'))).product!;
  const slug = (id: string, to: string) =>
    service.client.updateProduct(contextOf(store), change(id, { slug: to }));
  expect((await slug(second.id, 'dos-bis')).product!.slug).toBe('dos-bis');
  expect(await refusal(slug(second.id, first.slug))).toEqual(['slug_taken slug']);
  for (const bad of ['', 'Dos', 'dos bis', '-dos', 'dos--bis', 'x'.repeat(201)])
    expect(await refusal(slug(second.id, bad))).toEqual(['invalid_value slug']);
  const both = await Promise.allSettled([slug(first.id, 'nuevo'), slug(second.id, 'nuevo')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const lost = both.find((one) => one.status === 'rejected')!;
  expect(await refusal(Promise.reject(lost.reason as Error))).toEqual(['slug_taken slug']);
});
