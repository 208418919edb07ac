import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { productRecord, variant } from './support/products.ts';
import {
  addReferences,
  change,
  contextOf,
  newStore,
  refusal,
  startService,
  type TestService,
} from './support/service.ts';

/** Products of a search over many pages. */
const COUNT = atLongLevel ? 2_500 : 500;
let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

const add = (store: string, fields: Parameters<typeof productRecord>[2], draft = false) => {
  const record = productRecord(store, newId('prd'), { slug: newId('prd'), ...fields }, draft);
  return productSaveMany(service.database.db, store, [record]).then(() => record.product.id);
};
const search = async (store: string, fields: Partial<SearchProductsRequest> = {}) => {
  const request = { ...SearchProductsRequest.decode(new Uint8Array(0)), limit: 50, order: 2, ...fields };
  return (await service.client.searchProducts(contextOf(store), request as SearchProductsRequest)).products;
};
const names = async (store: string, fields: Partial<SearchProductsRequest> = {}) =>
  (await search(store, fields)).map(({ name }) => name);

describe('the search', () => {
  test('products are found by words of the name, SKUs and barcodes, of variants too, ignoring case and accents', async () => {
    const store = newStore();
    await add(store, { name: 'Camión de juguete', sku: 'CAM-1' });
    await add(store, {
      name: 'Remera',
      type: ProductType.VARIABLE,
      variantAxes: ['Talle'],
      variants: [variant('var_1', 0, { sku: 'RÉM-S', barcode: '779100' })],
    });
    await add(newStore(), { name: 'Camión ajeno' });
    expect(await names(store, { text: 'CAMION' })).toEqual(['Camión de juguete']);
    expect(await names(store, { text: 'juguete  cam-1' })).toEqual(['Camión de juguete']);
    expect(await names(store, { text: 'juguete remera' })).toEqual([]);
    expect(await names(store, { text: 'rem-s' })).toEqual(['Remera']);
    expect(await names(store, { text: '7791' })).toEqual(['Remera']);
    expect(await names(store, { text: 'de' })).toEqual(['Camión de juguete']);
    expect(await names(store, { text: '%' })).toEqual([]);
    expect(await names(store, { text: 'a b c d e f' })).toEqual([]);
  });

  test('the search filters by the shop that sells a product, together with a category', async () => {
    const store = newStore();
    const { categories, shops } = await addReferences(service, store);
    await add(store, { name: 'a' });
    await add(store, { name: 'b', shopIds: [shops[0]!], categoryIds: [categories[0]!] });
    await add(store, { name: 'c', shopIds: [shops[1]!], categoryIds: [categories[0]!] });
    expect(await names(store, { soldAtShopId: shops[0]! })).toEqual(['a', 'b']);
    expect(await names(store, { soldAtShopId: shops[1]!, categoryId: categories[0]! })).toEqual(['c']);
    expect(await names(store, { soldAtShopId: newId('shp') })).toEqual(['a']);
    expect(await names(store, { soldAtShopId: shops[0]!, text: 'c', order: 1 })).toEqual([]);
  });

  test('the search filters by status, visibility, type, brand and category with its subcategories, and returns summaries', async () => {
    const store = newStore();
    const { categories, brands, shops: _ } = await addReferences(service, store);
    const fields = { name: 'Abajo', parentId: categories[0], isActive: true, image: undefined };
    const { category: below } = await service.client.createCategory(contextOf(store), { fields });
    await add(store, { name: 'a', categoryIds: [below!.id], images: ['https://i.example/1.jpg'], sku: 'A' });
    await add(store, { name: 'b', categoryIds: [categories[1]!], brandIds: [brands[0]!], isActive: false });
    await add(store, { name: 'c', visibility: ProductVisibility.INTERNAL, type: ProductType.SERVICE }, true);
    expect(await names(store)).toEqual(['a', 'b', 'c']);
    expect(await names(store, { status: ProductStatus.ACTIVE })).toEqual(['a']);
    expect(await names(store, { status: ProductStatus.INACTIVE })).toEqual(['b']);
    expect(await names(store, { status: ProductStatus.DRAFT })).toEqual(['c']);
    expect(await names(store, { visibility: ProductVisibility.INTERNAL })).toEqual(['c']);
    expect(await names(store, { type: ProductType.SERVICE })).toEqual(['c']);
    expect(await names(store, { categoryId: categories[0]! })).toEqual(['a']);
    expect(await names(store, { brandId: brands[0]! })).toEqual(['b']);
    expect(await names(store, { brandId: brands[0]!, status: ProductStatus.ACTIVE })).toEqual([]);
    expect((await search(store, { text: 'a' }))[0]).toMatchObject({
      image: 'https://i.example/1.jpg',
      status: ProductStatus.ACTIVE,
      sku: 'A',
      variantCount: 0,
    });
    expect(await refusal(search(store, { categoryId: newId('cat') }))).toEqual(['not_found']);
    expect(await refusal(search(newStore(), { brandId: brands[0]! }))).toEqual(['not_found']);
    expect(await refusal(search(store, { text: 'x'.repeat(201) }))).toEqual(['invalid_value text']);
    const unknown = { status: 99 as ProductStatus };
    expect(await refusal(search(store, unknown))).toEqual(['invalid_value status']);
    const unset = { type: ProductType.UNSPECIFIED };
    expect(await refusal(search(store, unset))).toEqual(['invalid_value type']);
  });

  test('the search sees every change of the searched fields', async () => {
    const store = newStore();
    const id = await add(store, { name: 'Antes', sku: 'VIEJO' });
    await service.client.updateProduct(contextOf(store), change(id, { name: 'Después', isActive: false }));
    expect(await names(store, { text: 'antes' })).toEqual([]);
    expect(await names(store, { text: 'despues viejo', status: ProductStatus.INACTIVE })).toEqual([
      'Después',
    ]);
  });

  test.each([
    ['by name', 2],
    ['by last change', 1],
  ])('pages %s contain each match once, for frequent and for rare words', async (_order, order) => {
    const store = newStore();
    const records = Array.from({ length: COUNT }, (_, n) =>
      productRecord(store, `prd_${String(n).padStart(5, '0')}`, {
        name: `Común ${n % 10 === 0 ? 'raro' : ''} ${n % 1_000}`,
        updatedAtMs: 1_760_000_000_000 + n,
      }),
    );
    // Drafts are sorted among the other products.
    for (const [n, record] of records.entries()) record.draft = n % 7 === 0;
    await productSaveMany(service.database.db, store, records);
    for (const [text, count] of [
      ['comun', COUNT],
      ['raro', COUNT / 10],
      ['raro 190', Math.ceil((COUNT - 190) / 1_000)],
    ] as const) {
      const seen: string[] = [];
      let pageToken: Uint8Array = Buffer.alloc(0);
      do {
        const request = {
          ...SearchProductsRequest.decode(new Uint8Array(0)),
          limit: 100,
          order,
          text,
          pageToken,
        };
        const page = await service.client.searchProducts(contextOf(store), request as SearchProductsRequest);
        seen.push(
          ...page.products.map((product) =>
            order === 2 ? product.name : String(10_000_000_000_000 - product.updatedAtMs),
          ),
        );
        pageToken = page.nextPageToken;
      } while (pageToken.length > 0);
      expect(seen).toHaveLength(count);
      expect(seen).toEqual(seen.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
    }
  });
});

test('a code finds active products and variants by SKU or barcode, exactly, never drafts', async () => {
  const store = newStore();
  const find = async (code: string) =>
    (await service.client.findSellable(contextOf(store), { code })).matches.map(
      ({ productName, variantName }) => `${productName}/${variantName}`,
    );
  await add(store, { name: 'Simple', sku: 'S-1', barcode: '111' });
  await add(store, {
    name: 'Con talles',
    type: ProductType.VARIABLE,
    variantAxes: ['Talle'],
    variants: [
      variant('var_1', 0, { name: 'M', sku: 'V-1', barcode: '222' }),
      variant('var_2', 1, { name: 'L', sku: 'V-2', barcode: '222', isActive: false }),
    ],
  });
  await add(store, { name: 'Otro', sku: 'S-1' });
  await add(store, { name: 'Borrador', sku: 'S-1', barcode: '111' }, true);
  await add(store, { name: 'Inactivo', sku: 'S-1', isActive: false });
  expect((await find(' S-1 ')).toSorted()).toEqual(['Otro/', 'Simple/']);
  expect(await find('111')).toEqual(['Simple/']);
  expect(await find('222')).toEqual(['Con talles/M']);
  expect(await find('V-1')).toEqual(['Con talles/M']);
  expect(await find('V-2')).toEqual([]);
  expect(await find('s-1')).toEqual([]);
  expect(await refusal(find('  '))).toEqual(['invalid_value code']);
});
