import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import {
  addReferences,
  change,
  contextOf,
  found,
  newProduct,
  newStore,
  newVariant,
  refusal,
  startService,
  versionsOf,
  variantChange,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

type Changes = Parameters<typeof change>[1];

const store = newStore();
const create = async (fields: Parameters<typeof newProduct>[1] = {}) => {
  const { product } = await service.client.createProduct(contextOf(store), newProduct('Remera', fields));
  await service.events();
  return product!;
};
const update = async ({ id }: Product, fields: Changes) =>
  (await service.client.updateProduct(contextOf(store), change(id, fields))).product!;
const refused = ({ id }: Product, fields: Changes) =>
  refusal(service.client.updateProduct(contextOf(store), change(id, fields)));

const sizes = () =>
  create({
    variantAxes: ['Talle', 'Color'],
    variants: [
      newVariant({ Talle: 'M', Color: 'Rojo' }, { sku: 'M-R' }),
      newVariant({ Talle: 'L', Color: 'Rojo' }, { images: ['https://img.example.com/l.jpg'] }),
    ],
  });
const attributes = (given: Record<string, string>) =>
  Object.entries(given).map(([name, value]) => ({ name, value }));

describe('a change of a product', () => {
  test('an update changes the given fields only, is stamped later, and is published with the next version', async () => {
    const before = await create({ sku: 'S', tags: ['a'] });
    const after = await update(before, { name: 'Remera nueva', visibility: ProductVisibility.PUBLIC });
    const { updatedAtMs } = after;
    expect(after).toEqual({
      ...before,
      name: 'Remera nueva',
      visibility: ProductVisibility.PUBLIC,
      updatedAtMs,
    });
    expect(updatedAtMs).toBeGreaterThan(before.updatedAtMs);
    expect(await found(service, store, before.id)).toEqual(after);
    const events = await service.events();
    expect(versionsOf(events)).toEqual([['product.updated', 2]]);
    expect(events[0]).toMatchObject({ occurredAtMs: updatedAtMs, actor: { id: 'ins_a' } });
  });

  test('an update without a difference changes nothing and publishes nothing', async () => {
    const before = await create({ sku: 'S', tags: ['a'] });
    expect(await update(before, { name: ' Remera ', sku: { value: 'S' }, tags: { values: ['a'] } })).toEqual(
      before,
    );
    expect(await service.events()).toEqual([]);
  });

  test('an update clears fields that are set to no value, and replaces whole lists', async () => {
    const { categories } = await addReferences(service, store);
    const before = await create({
      description: 'd',
      shortDescription: 's',
      sku: 'S',
      barcode: 'B',
      tags: ['a', 'b'],
      categoryIds: categories,
    });
    const nothing = { value: undefined };
    const after = await update(before, {
      description: nothing,
      shortDescription: { value: '' },
      sku: nothing,
      barcode: nothing,
      tags: { values: ['c'] },
      categoryIds: { values: [] },
      ivaRateBp: 0,
      weight: { milli: 0, unit: 'g' },
      isActive: false,
    });
    expect(after).toMatchObject({
      tags: ['c'],
      categoryIds: [],
      ivaRateBp: 0,
      weightUnit: 'g',
      isActive: false,
    });
    for (const field of ['description', 'shortDescription', 'sku', 'barcode'] as const)
      expect([field, after[field]]).toEqual([field, undefined]);
  });

  test('variants are changed by id, and absent variants stay as they are', async () => {
    const before = await sizes();
    const [first, second] = before.variants;
    const after = await update(before, {
      variants: [
        variantChange(second!.id, {
          name: 'Grande',
          sku: { value: 'L-R' },
          attributes: attributes({ Color: 'Azul', Talle: 'L' }),
          images: { values: [] },
          isActive: false,
        }),
      ],
    });
    expect(after.variants).toEqual([
      first,
      {
        ...second,
        name: 'Grande',
        sku: 'L-R',
        attributes: attributes({ Talle: 'L', Color: 'Azul' }),
        images: [],
        isActive: false,
      },
    ]);
  });

  test('an update reorders the axes, or replaces them if every variant has values for the new ones', async () => {
    const product = await sizes();
    const turned = await update(product, { variantAxes: { values: ['Color', 'Talle'] } });
    expect(turned.variants[0]!.attributes).toEqual(attributes({ Color: 'Rojo', Talle: 'M' }));
    const [first, second] = product.variants;
    expect(await refused(product, { variantAxes: { values: ['Size'] } })).toEqual([
      'invalid_value variant_axes',
      'invalid_value variant_axes',
    ]);
    const sized = await update(product, {
      variantAxes: { values: ['Size'] },
      variants: [
        variantChange(first!.id, { attributes: attributes({ Size: 'M' }) }),
        variantChange(second!.id, { attributes: attributes({ Size: 'L' }) }),
      ],
    });
    expect(sized.variants.map((variant) => variant.attributes)).toEqual([
      attributes({ Size: 'M' }),
      attributes({ Size: 'L' }),
    ]);
  });

  test('a new name keeps the slug, so that links keep working', async () => {
    const product = await create();
    expect((await update(product, { name: 'Otra cosa' })).slug).toBe(product.slug);
  });

  test('updates by concurrent writers are not lost, and each has its own version and time', async () => {
    const product = await create();
    const names = Array.from({ length: 15 }, (_, n) => `Nombre ${n}`);
    const written = await Promise.all(names.map((name) => update(product, { name })));
    expect(new Set(written.map(({ updatedAtMs }) => updatedAtMs)).size).toBe(names.length);
    const versions = versionsOf(await service.events()).map(([, version]) => version);
    expect(versions).toEqual(names.map((_, n) => n + 2));
  });

  test('a product is valid after any sequence of updates', async () => {
    const product = await sizes();
    const value = fc.constantFrom('M', 'L', ' L', 'S', '', 'x'.repeat(300));
    const variant = fc.record({
      at: fc.constantFrom(0, 1, 2),
      talle: value,
      color: fc.constantFrom('Rojo', 'Azul'),
      sku: fc.option(fc.string({ maxLength: 70 })),
    });
    const anyUpdate = fc.record({
      name: fc.string({ maxLength: 300 }),
      variants: fc.array(variant, { maxLength: 3 }),
    });
    const ids = [...product.variants.map(({ id }) => id), newId('var')];
    await fc.assert(
      fc.asyncProperty(anyUpdate, async ({ name, variants }) => {
        const request = change(product.id, {
          name,
          variants: variants.map(({ at, talle, color, sku }) =>
            variantChange(ids[at]!, {
              sku: { value: sku ?? undefined },
              attributes: attributes({ Talle: talle, Color: color }),
            }),
          ),
        });
        await service.client.updateProduct(contextOf(store), request).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'invalid_request' });
        });
        const now = (await found(service, store, product.id))!;
        const keys = now.variants.map((one) => JSON.stringify(one.attributes));
        expect(new Set(keys).size).toBe(2);
        expect(now.name.trim()).toHaveLength(now.name.length);
        expect(now.name.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a refused update', () => {
  test.each<[string, Changes, string[]]>([
    ['without a name', { name: ' ' }, ['invalid_value name']],
    ['with an unknown visibility', { visibility: 99 as ProductVisibility }, ['invalid_value visibility']],
    ['with type `variable` but no variants', { type: ProductType.VARIABLE }, ['invalid_value type']],
    ['with axes but no variants', { variantAxes: { values: ['Talle'] } }, ['invalid_value variant_axes']],
    ['with a tag twice', { tags: { values: ['a', 'a'] } }, ['invalid_value tags[1]']],
    [
      'by an unknown category',
      { categoryIds: { values: [newId('cat')] } },
      ['invalid_value category_ids[0]'],
    ],
    ['with an unknown brand', { brandIds: { values: ['x'] } }, ['invalid_value brand_ids[0]']],
    ['with an unknown shop', { shopIds: { values: [newId('shp')] } }, ['invalid_value shop_ids[0]']],
    ['of an unknown variant', { variants: [variantChange(newId('var'))] }, ['invalid_value variants[0].id']],
  ])('an update %s is refused', async (_case, fields, problems) => {
    const product = await create();
    expect(await refused(product, fields)).toEqual(problems);
    expect(await found(service, store, product.id)).toEqual(product);
    expect(await service.events()).toEqual([]);
  });

  test('an update with a variant twice, or that would make two variants equal, is refused', async () => {
    const product = await sizes();
    const [first, second] = product.variants;
    const twice = [variantChange(first!.id, { name: 'a' }), variantChange(first!.id, { name: 'b' })];
    expect(await refused(product, { variants: twice })).toEqual(['invalid_value variants[1].id']);
    const alike = [variantChange(second!.id, { attributes: attributes({ Talle: 'M', Color: 'Rojo' }) })];
    expect(await refused(product, { variants: alike })).toEqual(['invalid_value variants[0].attributes']);
    // The problem names the variant of the request, whichever of the two comes first.
    const other = [variantChange(first!.id, { attributes: attributes({ Talle: 'L', Color: 'Rojo' }) })];
    expect(await refused(product, { variants: other })).toEqual(['invalid_value variants[0].attributes']);
    expect(await refused(product, { type: ProductType.SIMPLE })).toEqual(['invalid_value type']);
  });

  test('an update by another store, or of an unknown product, is not found', async () => {
    const product = await create();
    const elsewhere = service.client.updateProduct(contextOf(newStore()), change(product.id, { name: 'x' }));
    expect(await refusal(elsewhere)).toEqual(['not_found id']);
    expect(await refused({ ...product, id: newId('prd') }, { name: 'x' })).toEqual(['not_found id']);
  });
});

describe('a draft', () => {
  test('a draft is changed only with include_drafts, and is published to other services only, until it becomes a product', async () => {
    const draft = await create({ draft: true });
    expect(await refused(draft, { name: 'x' })).toEqual(['not_found id']);
    await update(draft, { name: 'Casi', includeDrafts: true });
    expect(versionsOf(await service.events())).toEqual([['product.drafted', 2]]);
    expect(await found(service, store, draft.id)).toBeUndefined();
    const published = await update(draft, {
      visibility: ProductVisibility.PUBLIC,
      includeDrafts: true,
      publish: true,
    });
    expect(versionsOf(await service.events())).toEqual([['product.created', 3]]);
    expect(await found(service, store, draft.id)).toEqual(published);
    await update(published, { name: 'Ya' });
    expect(versionsOf(await service.events())).toEqual([['product.updated', 4]]);
  });
});

describe('facts for other services', () => {
  test('facts are returned in batches with their versions, for drafts too, without products of other stores', async () => {
    const product = await sizes();
    const draft = await create({ draft: true, type: ProductType.SERVICE });
    await update(product, { isActive: false });
    const { products } = await service.client.batchGetProductFacts(contextOf(store), {
      productIds: [draft.id, newId('prd'), product.id],
    });
    expect(products.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))).toMatchObject([
      {
        productId: product.id,
        version: 2,
        isDraft: false,
        type: ProductType.VARIABLE,
        variants: [{ position: 0, sku: 'M-R', isActive: true }, { position: 1 }],
      },
      { productId: draft.id, version: 1, isDraft: true, type: ProductType.SERVICE, variants: [] },
    ]);
    const elsewhere = await service.client.batchGetProductFacts(contextOf(newStore()), {
      productIds: [product.id],
    });
    expect(elsewhere.products).toEqual([]);
    const tooMany = { productIds: Array.from({ length: 1_001 }, (_, n) => `prd_${n}`) };
    expect(await refusal(service.client.batchGetProductFacts(contextOf(store), tooMany))).toEqual([
      'invalid_value product_ids',
    ]);
  });
});
