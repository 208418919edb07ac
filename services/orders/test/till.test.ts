import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type {
  FindItemsByCodeResponse,
  ListProductItemsResponse,
  SearchTillProductsRequest,
  SearchTillProductsResponse,
} from '@commerce/proto/commerce/orders/v1/till.ts';
import { SaleRefusal } from '@commerce/proto/commerce/orders/v1/values.ts';
import { product } from './support/clients.ts';
import { INACTIVE, LARGE, NewOrders, SHOP, SIMPLE, SMALL, VARIABLE } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { contextOf } from './support/service.ts';

const SERVICE = idOf('prd', 4);
const ctx = contextOf('sto_a');
let orders: NewOrders;

beforeAll(async () => {
  orders = await NewOrders.start();
  const { products, prices, available, codes } = orders.others;
  products.set(SERVICE, product(SERVICE, { type: ProductType.SERVICE, images: ['s.png'] }));
  prices.set(SERVICE, { price: 0, cost: undefined });
  available.set(SIMPLE, 7).set(SMALL, 2);
  const whole = { productName: 'Producto', variantName: '', image: 'm.png' };
  codes.set('simple', [{ ...whole, productId: SIMPLE, sku: 'simple', type: ProductType.SIMPLE }]);
  codes.set('small', [
    { ...whole, productId: VARIABLE, variantId: SMALL, variantName: 'M', type: ProductType.VARIABLE },
  ]);
  codes.set('variable', [{ ...whole, productId: VARIABLE, type: ProductType.VARIABLE }]);
  codes.set('same', [...codes.get('simple')!, ...codes.get('small')!]);
});
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const scan = async (code: string) => {
  const answer = await orders.service.till.findItemsByCode(ctx, { shopId: SHOP, code });
  return (answer as FindItemsByCodeResponse).items;
};
const items = async (productId: string, shopId = SHOP) => {
  const answer = await orders.service.till.listProductItems(ctx, { shopId, productId });
  return (answer as ListProductItemsResponse).items;
};
const search = async (text: string, fields: Partial<SearchTillProductsRequest> = {}) => {
  const answer = await orders.service.till.searchTillProducts(ctx, {
    shopId: SHOP,
    text,
    limit: 24,
    productIds: [],
    ...fields,
  });
  return (answer as SearchTillProductsResponse).products;
};

describe('the till', () => {
  test('a code finds its product or variant, with the price and the stock of the shop', async () => {
    expect(await scan('simple')).toEqual([
      {
        productId: SIMPLE,
        productName: 'Producto',
        variantName: '',
        sku: 'simple',
        image: 'm.png',
        refusal: undefined,
        price: expect.objectContaining({ priceCentavos: 150_000, originalPriceCentavos: 150_000 }),
        available: 7,
      },
    ]);
    expect(await scan('small')).toMatchObject([{ productId: VARIABLE, variantId: SMALL, available: 2 }]);
    expect(await scan('same')).toHaveLength(2);
    expect(await scan('unknown')).toEqual([]);
  });

  test('the code of a product with variants finds its active variants', async () => {
    expect(await scan('variable')).toMatchObject([
      { productId: VARIABLE, variantId: SMALL, variantName: 'M / 0', sku: 'SKU-V0' },
    ]);
    expect(orders.others.products.get(VARIABLE)!.variants.map(({ id }) => id)).toEqual([SMALL, LARGE]);
  });

  test('an item that the price engine does not know is left out', async () => {
    orders.others.refusedPrices.set(0, { field: 'product_id', message: 'The product does not exist.' });
    expect(await scan('same')).toMatchObject([{ variantId: SMALL }]);
    expect(await orders.service.till.getTillPrices(ctx, { shopId: SHOP, items: [] })).toEqual({
      results: [],
    });
    const both = [{ productId: SIMPLE }, { productId: VARIABLE, variantId: SMALL }];
    expect(await orders.service.till.getTillPrices(ctx, { shopId: SHOP, items: both })).toMatchObject({
      results: [{ price: undefined }, { price: { priceCentavos: 200_050, originalPriceCentavos: 200_050 } }],
    });
  });

  test('a product without a price and one that only other shops sell are refused, each with its reason', async () => {
    expect(await items(SERVICE)).toMatchObject([
      { refusal: SaleRefusal.NO_PRICE, image: 's.png', available: undefined },
    ]);
    const sold = orders.others.products.get(SIMPLE)!;
    orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9)] });
    expect(await items(SIMPLE)).toMatchObject([{ refusal: SaleRefusal.NOT_SOLD_HERE, available: 7 }]);
    expect(await scan('simple')).toMatchObject([{ refusal: SaleRefusal.NOT_SOLD_HERE }]);
    orders.others.products.set(SIMPLE, { ...sold, shopIds: [idOf('shp', 9), SHOP] });
    expect(await items(SIMPLE)).toMatchObject([{ refusal: undefined }]);
    orders.others.products.set(SIMPLE, sold);
  });

  test('a product that is inactive or unknown has no items', async () => {
    for (const id of [INACTIVE, idOf('prd', 99), 'x'])
      await expect(items(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a search finds active products, with a price if they have no variants', async () => {
    const summary = {
      slug: '',
      status: ProductStatus.ACTIVE,
      visibility: ProductVisibility.PUBLIC,
      priceCentavos: 1,
      categoryIds: [],
      brandIds: [],
      updatedAtMs: 0,
    };
    orders.others.summaries = [
      { ...summary, id: VARIABLE, name: 'Remera', type: ProductType.VARIABLE, variantCount: 2 },
      {
        ...summary,
        id: SIMPLE,
        name: 'Yerba',
        sku: 'Y',
        image: 'y.png',
        type: ProductType.SIMPLE,
        variantCount: 0,
      },
    ];
    expect(await search('')).toMatchObject([
      { productId: VARIABLE, name: 'Remera', priceCentavos: undefined, variantCount: 2 },
      { productId: SIMPLE, name: 'Yerba', sku: 'Y', image: 'y.png', priceCentavos: 150_000, variantCount: 0 },
    ]);
    await search('yerba');
    expect(orders.others.searched).toMatchObject([
      { text: '', status: ProductStatus.ACTIVE, order: ProductOrder.CHANGED, limit: 24 },
      { text: 'yerba', status: ProductStatus.ACTIVE, order: ProductOrder.NAME, limit: 24 },
    ]);
    orders.others.summaries = [];
    expect(await search('nothing', { categoryId: 'cat_1', onlySold: true })).toEqual([]);
    expect(orders.others.searched.at(-1)).toMatchObject({ categoryId: 'cat_1', soldAtShopId: SHOP });
  });

  test('named products are found in their order, without those that are inactive or not sold at the shop', async () => {
    const productIds = [INACTIVE, VARIABLE, SIMPLE, idOf('prd', 99)];
    expect(await search('', { productIds })).toMatchObject([
      { productId: VARIABLE, priceCentavos: undefined, variantCount: 2 },
      { productId: SIMPLE, priceCentavos: 150_000, variantCount: 0 },
    ]);
    const sold = orders.others.products.get(VARIABLE)!;
    orders.others.products.set(VARIABLE, { ...sold, shopIds: [idOf('shp', 9)] });
    expect(await search('', { productIds, onlySold: true })).toMatchObject([{ productId: SIMPLE }]);
    orders.others.products.set(VARIABLE, sold);
    await expect(search('', { productIds: Array(25).fill(SIMPLE) })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
