import type { PublicHandler } from '../call.ts';
import { requireIds } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listStock: PublicHandler<'listStock'> = async ({ ctx, services, cursor }, { query }) => {
  const pageToken = cursor.open(query.cursor);
  requireIds({ shop: ['shp', query.shop] });
  const page = await services.inventory.listStock(ctx, {
    shopId: query.shop,
    productId: query.product,
    limit: query.limit,
    pageToken,
  });
  return { items: page.rows, nextCursor: cursor.seal(page.nextPageToken) };
};

export const adjustStock: PublicHandler<'adjustStock'> = async ({ ctx, services }, { body }) => {
  requireIds({ shop: ['shp', body.shop], product: ['prd', body.product] });
  const answer = await services.inventory.adjustStock(ctx, {
    shopId: body.shop,
    productId: body.product,
    variantId: body.variant,
    delta: body.delta,
    set: body.set,
    reason: body.reason,
  });
  return required(answer.row);
};
