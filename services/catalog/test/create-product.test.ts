import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { ProductChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import {
  addReferences,
  contextOf,
  found,
  newProduct,
  newStore,
  newVariant,
  refusal,
  startService,
  versionsOf,
  type TestService,
} from './support/service.ts';

const { SIMPLE, VARIABLE, SERVICE } = ProductType;
let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

const create = async (storeId: string, ...request: Parameters<typeof newProduct>) =>
  (await service.client.createProduct(contextOf(storeId), newProduct(...request))).product!;
const refused = (storeId: string, ...request: Parameters<typeof newProduct>) =>
  refusal(service.client.createProduct(contextOf(storeId), newProduct(...request)));

describe('a new product', () => {
  test('a new product has price 0, is internal, simple and active, and is published with the actor of the call', async () => {
    const store = newStore();
    const product = await create(store, '  Remera de algodo\u0301n ');
    expect(product).toMatchObject({
      id: expect.stringMatching(/^prd_/),
      name: 'Remera de algodón',
      slug: 'remera-de-algodon',
      type: ProductType.SIMPLE,
      visibility: ProductVisibility.INTERNAL,
      isActive: true,
      priceCentavos: 0,
      costCentavos: undefined,
      ivaRateBp: 2100,
      weightMilli: 0,
      weightUnit: 'kg',
      variants: [],
      variantAxes: [],
    });
    expect(product.createdAtMs).toBe(product.updatedAtMs);
    expect(await found(service, store, product.id)).toEqual(product);
    const [event, ...others] = await service.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'product.created',
      storeId: store,
      subjectId: product.id,
      occurredAtMs: product.updatedAtMs,
      actor: { id: 'ins_a', appId: 'app_a' },
      requestId: 'req-1',
    });
    expect(ProductChanged.decode(event!.payload).facts).toMatchObject({
      productId: product.id,
      version: 1,
      isDraft: false,
      type: ProductType.SIMPLE,
    });
  });

  test('a new product has all given fields, variants in their order and attributes in the order of the axes', async () => {
    const store = newStore();
    const { categories, brands, shops } = await addReferences(service, store);
    const given = {
      description: 'Con\r\ntabla\tde talles',
      shortDescription: 'Algodón',
      sku: ' REM ',
      barcode: '779',
      images: ['https://img.example.com/1.jpg'],
      categoryIds: categories,
      brandIds: brands.slice(1),
      tags: [' verano ', 'ñandú'],
      shopIds: shops,
      isActive: false,
      variantAxes: ['Talle', 'Color'],
      variants: [
        newVariant({ Color: 'Blanco', Talle: 'M' }, { sku: 'REM-M', isActive: false }),
        newVariant({ Talle: 'L', Color: 'Negro' }, { name: 'Grande' }),
      ],
      ivaRateBp: 1050,
      weight: { milli: 180_500, unit: 'g' },
    };
    const product = await create(store, 'Remera', given);
    expect(product).toMatchObject({
      description: 'Con\ntabla\tde talles',
      shortDescription: 'Algodón',
      sku: 'REM',
      categoryIds: categories,
      brandIds: brands.slice(1),
      shopIds: shops,
      tags: ['verano', 'ñandú'],
      type: ProductType.VARIABLE,
      isActive: false,
      variantAxes: ['Talle', 'Color'],
      ivaRateBp: 1050,
      weightMilli: 180_500,
      weightUnit: 'g',
    });
    expect(product.variants).toMatchObject([
      {
        name: 'M / Blanco',
        sku: 'REM-M',
        isActive: false,
        position: 0,
        priceCentavos: 0,
        costCentavos: undefined,
      },
      { name: 'Grande', isActive: true, position: 1 },
    ]);
    expect(product.variants[0]!.attributes).toEqual([
      { name: 'Talle', value: 'M' },
      { name: 'Color', value: 'Blanco' },
    ]);
    expect(await found(service, store, product.id)).toEqual(product);
  });

  test('the axes default to those of the first variant, and an axis can have any name', async () => {
    const attributes = Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    Object.defineProperty(attributes, '__proto__', { value: 'a', enumerable: true });
    const product = await create(newStore(), 'Rara', { variants: [newVariant(attributes)] });
    expect(product.variantAxes.toSorted()).toEqual(['__proto__', 'constructor']);
  });

  test('a new draft is neither found nor published outside the platform', async () => {
    const store = newStore();
    await service.events();
    const draft = await create(store, 'Borrador', { draft: true });
    expect(await found(service, store, draft.id)).toBeUndefined();
    expect(versionsOf(await service.events())).toEqual([['product.drafted', 1]]);
  });

  test('a product with an idempotency key is created once, and its refusals are replayed too', async () => {
    const store = newStore();
    const send = (name: string) =>
      service.client.createProduct(contextOf(store, `k-${name}`, name), newProduct(name));
    expect((await send('Uno')).product).toEqual((await send('Uno')).product);
    expect(await refusal(send(' '))).toEqual(await refusal(send(' ')));
    const { rows } = await service.database.db.pool.query(
      'select count(*)::int from product where store_id = $1',
      [store],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('slugs', () => {
  test('twenty products with one name, created concurrently, have twenty slugs', async () => {
    const store = newStore();
    const slugs = await Promise.all(
      Array.from({ length: 20 }, async () => (await create(store, 'Yerba 1 kg')).slug),
    );
    const expected = ['yerba-1-kg', ...Array.from({ length: 19 }, (_, n) => `yerba-1-kg-${n + 2}`)];
    expect(slugs.toSorted()).toEqual(expected.toSorted());
  });

  test('free slugs are found however many products have the name, and each store has its own', async () => {
    const store = newStore();
    for (let n = 0; n < 103; n++) await create(store, 'Igual');
    expect((await create(store, 'Igual')).slug).toMatch(/^igual-\d{3,9}$/);
    expect((await create(newStore(), 'Igual')).slug).toBe('igual');
  });

  test.each([
    ['Ñandú & Cía. – Edición Ómnibus', 'nandu-y-cia-edicion-omnibus'],
    ['iPhone 15 ProMax', 'iphone-15-promax'],
    ['Straße 1', 'strasse-1'],
    ['🎁', 'producto'],
    ['---', 'producto'],
  ])('the slug of %s is %s', async (name, slug) => {
    expect((await create(newStore(), name)).slug).toBe(slug);
  });
});

const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`);

describe('a refused product', () => {
  const store = newStore();
  const urls = (count: number) => many(count).map((x) => `https://img.example.com/${x}`);
  const oneAxis = (count: number) => many(count).map((Talle) => newVariant({ Talle }));

  test.each<[string, Parameters<typeof newProduct>, string[]]>([
    ['without a name', ['  '], ['invalid_value name']],
    ['with a name that is too long', ['x'.repeat(256)], ['invalid_value name']],
    ['with control characters', ['a\u0007b'], ['invalid_value name']],
    ['with NUL in its description', ['a', { description: 'a\0' }], ['invalid_value description']],
    [
      'with a description that is too long',
      ['a', { description: 'x'.repeat(65_537) }],
      ['invalid_value description'],
    ],
    [
      'with a short description that is too long',
      ['a', { shortDescription: 'x'.repeat(501) }],
      ['invalid_value short_description'],
    ],
    ['with an empty SKU', ['a', { sku: ' ' }], ['invalid_value sku']],
    ['with a barcode that is too long', ['a', { barcode: '1'.repeat(65) }], ['invalid_value barcode']],
    ['of an unknown type', ['a', { type: 99 as ProductType }], ['invalid_value type']],
    ['that is variable without variants', ['a', { type: VARIABLE }], ['invalid_value type']],
    ['that is simple with variants', ['a', { type: SIMPLE, variants: oneAxis(1) }], ['invalid_value type']],
    [
      'that is a service with variants',
      ['a', { type: SERVICE, variants: oneAxis(1) }],
      ['invalid_value type'],
    ],
    ['with axes but no variants', ['a', { variantAxes: ['Talle'] }], ['invalid_value variant_axes']],
    ['with a tag twice', ['a', { tags: ['a', 'b', ' a'] }], ['invalid_value tags[2]']],
    ['with 251 tags', ['a', { tags: many(251) }], ['invalid_value tags']],
    ['with 51 images', ['a', { images: urls(51) }], ['invalid_value images']],
    ['with a plain http image', ['a', { images: ['http://x.example/1'] }], ['invalid_value images[0]']],
    ['with NUL in an image', ['a', { images: ['https://x.example/\0'] }], ['invalid_value images[0]']],
    [
      'with an image URL that is too long',
      ['a', { images: [`https://x.example/${'x'.repeat(2048)}`] }],
      ['invalid_value images[0]'],
    ],
    ['with 251 variants', ['a', { variants: oneAxis(251) }], ['invalid_value variants']],
    ['with a rate over 100 %', ['a', { ivaRateBp: 10_001 }], ['invalid_value iva_rate']],
    ['with a negative weight', ['a', { weight: { milli: -1, unit: 'kg' } }], ['invalid_value weight.value']],
    ['with a weight in stones', ['a', { weight: { milli: 1, unit: 'st' } }], ['invalid_value weight.unit']],
  ])('a product %s is refused', async (_case, request, problems) => {
    expect(await refused(store, ...request)).toEqual(problems);
  });

  test('a product with four axes, a repeated axis, or attributes other than its axes is refused', async () => {
    const axes = { a: '1', b: '1', c: '1', d: '1' };
    expect(await refused(store, 'a', { variants: [newVariant(axes)] })).toContain(
      'invalid_value variants[0].attributes',
    );
    expect(
      await refused(store, 'a', {
        variantAxes: ['Talle', 'Talle'],
        variants: [newVariant({ Talle: 'M' })],
      }),
    ).toContain('invalid_value variant_axes[1]');
    const variants = [
      newVariant({ Talle: 'M', Color: 'Rojo' }),
      newVariant({ Talle: 'M' }),
      newVariant({ Talle: 'M', Largo: '1' }),
    ];
    expect(await refused(store, 'a', { variants })).toEqual([
      'invalid_value variants[1].attributes',
      'invalid_value variants[2].attributes',
    ]);
  });

  test('a product with two equal variants is refused, in whatever order their attributes are given', async () => {
    const variants = [
      newVariant({ Talle: 'Café', Color: 'x' }),
      newVariant({ Color: 'x ', Talle: 'Cafe\u0301' }),
    ];
    expect(await refused(store, 'a', { variants })).toEqual(['invalid_value variants[1].attributes']);
  });

  test('a product that is too large for a page of products is refused', async () => {
    const variants = many(250).map((Talle) => newVariant({ Talle }, { images: urls(10) }));
    const long = variants.map((variant) => ({
      ...variant,
      images: variant.images.map((url) => url + 'x'.repeat(100)),
    }));
    expect((await create(store, 'Grande', { variants })).variants).toHaveLength(250);
    expect(await refused(store, 'a', { variants: long })).toEqual(['invalid_value']);
  });

  test('categories, brands and shops of other stores, and repeated ones, are refused, all in one response', async () => {
    const { categories, brands, shops } = await addReferences(service, store);
    const others = await addReferences(service, newStore());
    expect(
      await refused(store, ' ', {
        categoryIds: [categories[0]!, others.categories[0]!, 'no id', categories[0]!],
        brandIds: [newId('brd'), brands[0]!],
        shopIds: [shops[0]!, others.shops[0]!],
      }),
    ).toEqual([
      'invalid_value name',
      'invalid_value category_ids[3]',
      'invalid_value category_ids[1]',
      'invalid_value category_ids[2]',
      'invalid_value brand_ids[0]',
      'invalid_value shop_ids[1]',
    ]);
  });

  test('a refused product publishes no event', async () => {
    await service.events();
    await refused(newStore(), ' ');
    expect(await service.events()).toEqual([]);
  });
});
