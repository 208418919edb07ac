import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
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
  told,
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
  test('changes what is given and nothing else, is stamped later, and is told with the next version', async () => {
    const before = await create({ sku: 'S', tags: ['a'] });
    const after = await update(before, { name: 'Remera nueva', visibility: 'PUBLIC' });
    const { updatedAtMs } = after;
    expect(after).toEqual({ ...before, name: 'Remera nueva', visibility: 'PUBLIC', updatedAtMs });
    expect(updatedAtMs).toBeGreaterThan(before.updatedAtMs);
    expect(await found(service, store, before.id)).toEqual(after);
    const events = await service.events();
    expect(told(events)).toEqual([['product.updated', 2]]);
    expect(events[0]).toMatchObject({ occurredAtMs: updatedAtMs, actor: { id: 'ins_a' } });
  });

  test('that asks for what is so already changes nothing and is told to nobody', async () => {
    const before = await create({ sku: 'S', tags: ['a'] });
    expect(await update(before, { name: ' Remera ', sku: { value: 'S' }, tags: { values: ['a'] } })).toEqual(
      before,
    );
    expect(await service.events()).toEqual([]);
  });

  test('clears what is set to nothing, and replaces lists whole', async () => {
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

  test('changes variants by id; those that are not named stay', async () => {
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

  test('brings the axes into another order, or gives others where every variant has them', async () => {
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

  test('keeps the slug, so that links go on working', async () => {
    const product = await create();
    expect((await update(product, { name: 'Otra cosa' })).slug).toBe(product.slug);
  });

  test('of many writers at once is not lost: every one has a version and a time of its own', async () => {
    const product = await create();
    const names = Array.from({ length: 15 }, (_, n) => `Nombre ${n}`);
    const written = await Promise.all(names.map((name) => update(product, { name })));
    expect(new Set(written.map(({ updatedAtMs }) => updatedAtMs)).size).toBe(names.length);
    const versions = told(await service.events()).map(([, version]) => version);
    expect(versions).toEqual(names.map((_, n) => n + 2));
  });

  test('keeps the rules, whatever is asked for', async () => {
    const product = await sizes();
    const value = fc.constantFrom('M', 'L', ' L', 'S', '', 'x'.repeat(300));
    const variant = fc.record({
      at: fc.constantFrom(0, 1, 2),
      talle: value,
      color: fc.constantFrom('Rojo', 'Azul'),
      sku: fc.option(fc.string({ maxLength: 70 })),
    });
    const asked = fc.record({
      name: fc.string({ maxLength: 300 }),
      variants: fc.array(variant, { maxLength: 3 }),
    });
    const ids = [...product.variants.map(({ id }) => id), newId('var')];
    await fc.assert(
      fc.asyncProperty(asked, async ({ name, variants }) => {
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

describe('a product is not changed', () => {
  test.each<[string, Changes, string[]]>([
    ['into one without a name', { name: ' ' }, ['invalid_value name']],
    ['into one that nobody knows how to see', { visibility: 'HIDDEN' }, ['invalid_value visibility']],
    ['into one with variants by its type', { type: 'variable' }, ['invalid_value type']],
    ['by axes without variants', { variantAxes: { values: ['Talle'] } }, ['invalid_value variant_axes']],
    ['by a tag twice', { tags: { values: ['a', 'a'] } }, ['invalid_value tags[1]']],
    [
      'by an unknown category',
      { categoryIds: { values: [newId('cat')] } },
      ['invalid_value category_ids[0]'],
    ],
    ['by an unknown brand', { brandIds: { values: ['x'] } }, ['invalid_value brand_ids[0]']],
    ['by an unknown shop', { shopIds: { values: [newId('shp')] } }, ['invalid_value shop_ids[0]']],
    ['by a new variant', { variants: [variantChange(newId('var'))] }, ['invalid_value variants[0].id']],
  ])('%s', async (_what, fields, problems) => {
    const product = await create();
    expect(await refused(product, fields)).toEqual(problems);
    expect(await found(service, store, product.id)).toEqual(product);
    expect(await service.events()).toEqual([]);
  });

  test('by a variant named twice, or one that would be like another', async () => {
    const product = await sizes();
    const [first, second] = product.variants;
    const twice = [variantChange(first!.id, { name: 'a' }), variantChange(first!.id, { name: 'b' })];
    expect(await refused(product, { variants: twice })).toEqual(['invalid_value variants[1].id']);
    const alike = [variantChange(second!.id, { attributes: attributes({ Talle: 'M', Color: 'Rojo' }) })];
    expect(await refused(product, { variants: alike })).toEqual(['invalid_value variants[0].attributes']);
    // Whichever of the two comes first: the field is the one that was sent.
    const other = [variantChange(first!.id, { attributes: attributes({ Talle: 'L', Color: 'Rojo' }) })];
    expect(await refused(product, { variants: other })).toEqual(['invalid_value variants[0].attributes']);
    expect(await refused(product, { type: 'simple' })).toEqual(['invalid_value type']);
  });

  test('by another store, or when there is none', async () => {
    const product = await create();
    const elsewhere = service.client.updateProduct(contextOf(newStore()), change(product.id, { name: 'x' }));
    expect(await refusal(elsewhere)).toEqual(['not_found id']);
    expect(await refused({ ...product, id: newId('prd') }, { name: 'x' })).toEqual(['not_found id']);
  });
});

describe('a draft', () => {
  test('is changed by those who see drafts only, and told inside only, until it is published', async () => {
    const draft = await create({ draft: true });
    expect(await refused(draft, { name: 'x' })).toEqual(['not_found id']);
    await update(draft, { name: 'Casi', includeDrafts: true });
    expect(told(await service.events())).toEqual([['product.drafted', 2]]);
    expect(await found(service, store, draft.id)).toBeUndefined();
    const published = await update(draft, { visibility: 'PUBLIC', includeDrafts: true, publish: true });
    expect(told(await service.events())).toEqual([['product.created', 3]]);
    expect(await found(service, store, draft.id)).toEqual(published);
    await update(published, { name: 'Ya' });
    expect(told(await service.events())).toEqual([['product.updated', 4]]);
  });
});

describe('what other services keep', () => {
  test('is told in batches, drafts too, by version; others’ products are left out', async () => {
    const product = await sizes();
    const draft = await create({ draft: true, type: 'service' });
    await update(product, { isActive: false });
    const { products } = await service.client.batchGetProductFacts(contextOf(store), {
      productIds: [draft.id, newId('prd'), product.id],
    });
    expect(products.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))).toMatchObject([
      {
        productId: product.id,
        version: 2,
        isDraft: false,
        type: 'variable',
        variants: [{ position: 0, sku: 'M-R', isActive: true }, { position: 1 }],
      },
      { productId: draft.id, version: 1, isDraft: true, type: 'service', variants: [] },
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
