import { enumName } from '@commerce/proto/enum.ts';
import {
  SearchStockRequest_Filter as Filter,
  type SearchStockRequest,
  type SearchStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import {
  cutPage,
  decodePosition,
  encodePosition,
  pageSize,
  startAfterId,
} from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { toStockItem } from '../domain/stock-messages.ts';
import { stockItemSearch, stockItemSearchProducts } from '../store/stock-item-search.ts';

const MAX_PRODUCTS = 100;

export const searchStock =
  ({ db }: Deps): Handler<SearchStockRequest, SearchStockResponse> =>
  async (ctx, { filter, limit, pageToken, ...query }) => {
    const storeId = storeOf(ctx);
    if (query.productIds.length > MAX_PRODUCTS)
      throw invalid('product_ids', `Must be at most ${MAX_PRODUCTS}.`);
    const size = pageSize(limit);
    if (filter !== Filter.LOW && filter !== Filter.OUT) {
      const page = await stockItemSearchProducts(db, storeId, query, startAfterId(pageToken), size);
      if (!page.shopFound) throw notFound();
      const next = page.nextAfterId === undefined ? undefined : [page.nextAfterId];
      return { items: page.items.map(toStockItem), nextPageToken: encodePosition(next) };
    }
    const after = (decodePosition(pageToken) ?? ['', '']) as [string, string];
    const which = enumName(Filter, filter);
    const found = await stockItemSearch(db, storeId, { which, ...query, after, limit: size + 1 });
    if (!found.shopFound) throw notFound();
    const page = cutPage(found.items, size, ({ productId, variantId }) => [productId, variantId]);
    return { items: page.rows.map(toStockItem), nextPageToken: encodePosition(page.next) };
  };
