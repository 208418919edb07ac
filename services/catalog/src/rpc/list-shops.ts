import type { ListShopsRequest, ListShopsResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { shopListById } from '../store/shop.ts';
import type { Deps } from '../deps.ts';

export const listShops =
  ({ prisma }: Deps): Handler<ListShopsRequest, ListShopsResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const rows = await shopListById(prisma, storeOf(ctx), startAfterId(request.pageToken), limit + 1);
    const page = cutPage(rows, limit, (shop) => [shop.id]);
    return { shops: page.rows, nextPageToken: encodePosition(page.next) };
  };
