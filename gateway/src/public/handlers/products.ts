import type { PublicHandler } from '../call.ts';
import { found, requireId } from './require-id.ts';

export const listProducts: PublicHandler<'listProducts'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.listProducts(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
    updatedSinceMs: query.updated_since,
    sku: query.sku,
    categoryId: requireId('cat', query.category),
    brandId: requireId('brd', query.brand),
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getProduct: PublicHandler<'getProduct'> = async ({ ctx, services }, { params }) =>
  found(await services.productById(ctx, requireId('prd', params.id)));
