import type { PublicHandler } from '../call.ts';
import { requireId, requireIds } from '../../edge/ids.ts';

export const listPrices: PublicHandler<'listPrices'> = async ({ ctx, services, cursor }, { query }) => {
  const pageToken = cursor.open(query.cursor);
  requireIds({ shop: ['shp', query.shop], price_list: ['pl', query.price_list] });
  const page = await services.listPrices(ctx, {
    shopId: query.shop,
    priceListId: query.price_list,
    productId: query.product,
    limit: query.limit,
    pageToken,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const setPrices: PublicHandler<'setPrices'> = async ({ ctx, services }, { params, body }) => {
  const { price, variants = [], expected } = body;
  const { items } = await services.setPrices(ctx, {
    productId: requireId('prd', params.productId),
    priceCentavos: price === undefined ? undefined : centavos(price),
    variants: variants.map((variant) => ({ variantId: variant.id, priceCentavos: centavos(variant.price) })),
    expectedPriceCentavos: expected && centavos(expected.price),
    includeDrafts: false,
  });
  return items[0]!;
};

/** Converts pesos, which the schema limits to two decimals, to centavos. */
const centavos = (pesos: number): number => Math.round(pesos * 100);
