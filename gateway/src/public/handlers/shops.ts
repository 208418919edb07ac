import type { PublicHandler } from '../call.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listShops: PublicHandler<'listShops'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.catalog.listShops(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.shops, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getShop: PublicHandler<'getShop'> = async ({ ctx, services }, { params }) => {
  const { shop } = await services.catalog.getShop(ctx, { id: requireId('shp', params.id) });
  return required(shop);
};
