import {
  ProductOrder,
  type SearchProductsRequest,
  type SearchProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { productSearch } from '../store/product-search.ts';
import { buildSearchQuery } from '../use-cases/build-search-query.ts';

/** A position before the newest product. */
const START: [number, string] = [Date.UTC(9999, 0), ''];

export const searchProducts =
  (deps: Deps): Handler<SearchProductsRequest, SearchProductsResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    const byName = request.order === ProductOrder.NAME;
    const query = await buildSearchQuery(deps, storeId, request);
    const position = decodePosition(request.pageToken) as [number | string, string] | undefined;
    const [key, id] = position ?? (byName ? ['', ''] : START);
    const limit = pageSize(request.limit);
    const found = await productSearch(deps.db, storeId, {
      query,
      order: byName ? 'name' : 'changed',
      after: [byName ? String(key) : new Date(key), id],
      limit: limit + 1,
    });
    const page = cutPage(found, limit, ({ summary, nameKey }) => [
      byName ? nameKey : summary.updatedAtMs,
      summary.id,
    ]);
    return { products: page.rows.map(({ summary }) => summary), nextPageToken: encodePosition(page.next) };
  };
