import type { PublicHandler } from '../call.ts';
import { found, requireId } from './require-id.ts';

export const listStock: PublicHandler<'listStock'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.inventory.listStock(ctx, {
    shopId: requireId('shp', query.shop),
    productId: query.product,
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.rows, nextCursor: cursor.seal(page.nextPageToken) };
};

export const adjustStock: PublicHandler<'adjustStock'> = async ({ ctx, services }, { body }) => {
  const answer = await services.inventory.adjustStock(ctx, {
    shopId: requireId('shp', body.shop),
    productId: requireId('prd', body.product),
    variantId: body.variant,
    delta: body.delta,
    set: body.set,
    reason: body.reason,
  });
  return found(answer.row);
};
