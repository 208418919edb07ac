import type { PublicHandler } from '../call.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listCategories: PublicHandler<'listCategories'> = async (
  { ctx, services, cursor },
  { query },
) => {
  const page = await services.catalog.listCategories(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.categories, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getCategory: PublicHandler<'getCategory'> = async ({ ctx, services }, { params }) =>
  required((await services.catalog.getCategory(ctx, { id: requireId('cat', params.id) })).category);
