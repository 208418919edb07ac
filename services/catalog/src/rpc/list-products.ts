import type {
  ListProductsRequest,
  ListProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { answerPage } from '@commerce/service-kit/db/encoded-rows.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageSize, requireFilterIds, startAfterUpdate } from '@commerce/service-kit/page-token.ts';
import { brandExists } from '../store/brand.ts';
import { categoryExists } from '../store/category.ts';
import { productList } from '../store/product-list.ts';
import type { Deps } from '../deps.ts';

export const listProducts =
  (deps: Deps): Handler<ListProductsRequest, ListProductsResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    requireFilterIds(request.ids);
    const limit = pageSize(request.limit);
    const after = startAfterUpdate(request.pageToken, request.updatedSinceMs);
    const rows = await productList(deps.db, storeId, after, limit + 1, request);
    // A row that was found proves the filters; only an empty page has to look.
    if (rows.length === 0) await requireFilters(deps, storeId, request);
    return answerPage(storeId, rows, limit, deps.productEncoding);
  };

async function requireFilters(
  { prisma }: Deps,
  storeId: string,
  { categoryId, brandId }: ListProductsRequest,
) {
  const [hasCategory, hasBrand] = await Promise.all([
    categoryId === undefined || categoryExists(prisma, storeId, categoryId),
    brandId === undefined || brandExists(prisma, storeId, brandId),
  ]);
  if (hasCategory && hasBrand) return;
  throw notFound({
    ...(hasCategory ? {} : { category: 'category' }),
    ...(hasBrand ? {} : { brand: 'brand' }),
  });
}
