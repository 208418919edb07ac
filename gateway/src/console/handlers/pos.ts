import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ResolvePricesResponse_Price } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { posRoutes, Sellable } from '@commerce/console-api/routes/pos.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../grpc/services.ts';
import type { HandlersOf } from '../handler.ts';
import { detailOf, lineOf } from './orders.ts';

/** Number of tiles on a screen. */
const FOUND = 24;

/** Reference to a product or variant, as in the price engine. */
interface Item {
  productId: string;
  variantId?: string | undefined;
}

export const posHandlers: HandlersOf<typeof posRoutes> = {
  scan: async ({ ctx, services, query }) => {
    const { matches } = await services.catalog.findSellable(ctx, { code: query.code });
    // The code of a product with variants leaves the choice of the variant to the seller.
    const wholes = matches.filter(({ type, variantId }) => type === 'variable' && variantId === undefined);
    const products = await productsOf(
      ctx,
      services,
      wholes.map(({ productId }) => productId),
    );
    const items = matches.flatMap((match) =>
      wholes.includes(match)
        ? products.filter(({ id }) => id === match.productId).flatMap(saleItemsOf)
        : [match],
    );
    return { items: await sellable(ctx, services, query.shop, items) };
  },
  search: async ({ ctx, services, query }) => {
    const { products } = await services.catalog.searchProducts(ctx, {
      text: query.q,
      status: 'active',
      order: query.q === '' ? ProductOrder.CHANGED : ProductOrder.NAME,
      limit: FOUND,
      pageToken: Buffer.alloc(0),
    });
    const plain = products.filter(({ variantCount }) => variantCount === 0);
    const prices = await pricesAt(
      ctx,
      services,
      query.shop,
      plain.map(({ id: productId }) => ({ productId })),
    );
    const priceOf = new Map(plain.map(({ id }, n) => [id, prices[n]]));
    return {
      items: products.map(({ id, name, sku, image, variantCount }) => ({
        id,
        name,
        sku: sku ?? null,
        image: image ?? null,
        priceCentavos: priceOf.get(id)?.priceCentavos ?? null,
        variants: variantCount,
      })),
    };
  },
  product: async ({ ctx, services, params, query }) => {
    const [product] = await productsOf(ctx, services, [params.product]);
    if (product === undefined) throw notFound();
    return { items: await sellable(ctx, services, query.shop, saleItemsOf(product)) };
  },
  prices: async ({ ctx, services, body }) => {
    const prices = await pricesAt(ctx, services, body.shopId, body.items);
    return {
      prices: prices.map((price) =>
        price === undefined
          ? null
          : { priceCentavos: price.priceCentavos, originalPriceCentavos: price.originalPriceCentavos },
      ),
    };
  },
  buyers: async ({ ctx, services, query }) => {
    const { customers } = await services.customers.searchCustomers(ctx, {
      text: query.q,
      contacts: false,
      tag: '',
      limit: 10,
      pageToken: Buffer.alloc(0),
    });
    return { items: customers.map(({ id, name, email, phone }) => ({ id, name, email, phone })) };
  },
  sell: async ({ body, ...call }) => {
    const { shopId, customerId, paymentGateway, discountCentavos, discountPercentBp, expectedTotalCentavos } =
      body;
    const { order } = await call.services.orders.createOrder(call.ctx, {
      source: 'pos',
      shopId,
      customerId,
      lines: body.lines.map(lineOf),
      shipping: undefined,
      paymentGateway,
      discountCentavos,
      discountPercentBp,
      expectedTotalCentavos,
    });
    return { order: await detailOf(call, order!) };
  },
};

async function productsOf(ctx: Context, { catalog }: Services, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => ({ storeId: ctx.storeId, id }));
  const { products } = await catalog.batchGetProducts(ctx, { keys });
  return products.filter(({ id, isActive }) => id !== '' && isActive);
}

type SaleItem = Omit<
  Sellable,
  'refusal' | 'priceCentavos' | 'originalPriceCentavos' | 'available' | 'variantId' | 'name' | 'sku' | 'image'
> &
  Item & { productName: string; type: string; sku?: string | undefined; image?: string | undefined };

/** Items for sale of a product: the product itself, or its active variants. */
function saleItemsOf({ id: productId, name: productName, sku, images, type, variants }: Product): SaleItem[] {
  const [image] = images;
  if (variants.length === 0) return [{ productId, productName, variantName: '', sku, image, type }];
  return variants
    .filter(({ isActive }) => isActive)
    .map((variant) => ({
      productId,
      variantId: variant.id,
      productName,
      variantName: variant.name,
      sku: variant.sku,
      image: variant.images[0] ?? image,
      type,
    }));
}

/** Adds prices and stock at a shop; items that the price engine does not know are omitted. */
async function sellable(
  ctx: Context,
  services: Services,
  shopId: string,
  items: SaleItem[],
): Promise<Sellable[]> {
  if (items.length === 0) return [];
  const keys = items.map(({ productId, variantId }) => ({
    storeId: ctx.storeId,
    shopId,
    productId,
    variantId,
  }));
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const [prices, { rows }, products] = await Promise.all([
    pricesAt(ctx, services, shopId, items),
    services.inventory.batchGetStockRows(ctx, { keys }),
    productsOf(ctx, services, ids),
  ]);
  // A product without shops is sold in all of them.
  const soldElsewhere = new Set(
    products.filter(({ shopIds }) => shopIds.length > 0 && !shopIds.includes(shopId)).map(({ id }) => id),
  );
  const refusalOf = (productId: string, originalPriceCentavos: number) =>
    soldElsewhere.has(productId) ? 'not_sold_here' : originalPriceCentavos === 0 ? 'no_price' : null;
  return items.flatMap((item, n) => {
    const price = prices[n];
    if (price === undefined) return [];
    return [
      {
        productId: item.productId,
        variantId: item.variantId ?? null,
        name: item.productName,
        variantName: item.variantName,
        sku: item.sku ?? null,
        image: item.image ?? null,
        refusal: refusalOf(item.productId, price.originalPriceCentavos),
        priceCentavos: price.priceCentavos,
        originalPriceCentavos: price.originalPriceCentavos,
        available: item.type === 'service' ? null : rows[n]!.available,
      },
    ];
  });
}

/** Prices of items at a shop; undefined for an item that cannot be sold. */
async function pricesAt(
  ctx: Context,
  { pricing }: Services,
  shopId: string,
  items: readonly Item[],
): Promise<(ResolvePricesResponse_Price | undefined)[]> {
  if (items.length === 0) return [];
  const named = items.map(({ productId, variantId }) => ({ productId, variantId }));
  const { results } = await pricing.resolvePrices(ctx, { shopId, items: named });
  return results.map(({ result }) => (result?.$case === 'ok' ? result.value : undefined));
}
