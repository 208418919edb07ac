import type { PublicHandler } from '../call.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listBrands: PublicHandler<'listBrands'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.catalog.listBrands(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  return { items: page.brands, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getBrand: PublicHandler<'getBrand'> = async ({ ctx, services }, { params }) =>
  required((await services.catalog.getBrand(ctx, { id: requireId('brd', params.id) })).brand);
