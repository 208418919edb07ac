import type { PublicHandler } from '../call.ts';
import { requireId } from './require-id.ts';

export const listPrices: PublicHandler<'listPrices'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.pricing.listPrices(ctx, {
    shopId: requireId('shp', query.shop),
    priceListId: requireId('pl', query.price_list),
    productId: query.product,
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.prices, nextCursor: cursor.seal(page.nextPageToken) };
};
