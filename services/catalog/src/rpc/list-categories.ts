import type {
  ListCategoriesRequest,
  ListCategoriesResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { categoryListById } from '../store/category.ts';
import type { Deps } from '../deps.ts';

export const listCategories =
  ({ prisma }: Deps): Handler<ListCategoriesRequest, ListCategoriesResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const rows = await categoryListById(prisma, storeOf(ctx), startAfterId(request.pageToken), limit + 1);
    const page = cutPage(rows, limit, (category) => [category.id]);
    return { categories: page.rows, nextPageToken: encodePosition(page.next) };
  };
