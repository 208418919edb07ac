import type { PublicHandler } from '../call.ts';

export const listBrands: PublicHandler<'listBrands'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.catalog.listBrands(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.brands, nextCursor: cursor.seal(page.nextPageToken) };
};
