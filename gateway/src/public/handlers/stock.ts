import type { PublicHandler } from '../call.ts';
import { requireId } from './require-id.ts';

export const listStock: PublicHandler<'listStock'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.inventory.listStock(ctx, {
    shopId: requireId('shp', query.shop),
    productId: query.product,
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.rows, nextCursor: cursor.seal(page.nextPageToken) };
};
