import type { ListBrandsRequest, ListBrandsResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { brandListById } from '../store/brand.ts';
import type { Deps } from '../deps.ts';

export const listBrands =
  ({ prisma }: Deps): Handler<ListBrandsRequest, ListBrandsResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const rows = await brandListById(prisma, storeOf(ctx), startAfterId(request.pageToken), limit + 1);
    const page = cutPage(rows, limit, (brand) => [brand.id]);
    return { brands: page.rows, nextPageToken: encodePosition(page.next) };
  };
