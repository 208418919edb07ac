import type { PublicHandler } from '../call.ts';

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
