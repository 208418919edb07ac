import type {
  ListStockRequest,
  ListStockResponse,
  StockRow,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { available, type StockLevel } from '../domain/stock.ts';
import { stockListByProduct, stockListPage } from '../store/stock-list.ts';
import type { Deps } from './deps.ts';

export const listStock =
  ({ db }: Deps): Handler<ListStockRequest, ListStockResponse> =>
  async (ctx, { shopId, productId, limit, pageToken }) => {
    const storeId = storeOf(ctx);
    // A product that the store does not have is a filter that nothing passes, as an unknown SKU is.
    const page = await (productId === undefined
      ? stockListPage(db, storeId, shopId, startAfterId(pageToken), pageSize(limit))
      : stockListByProduct(db, storeId, shopId, productId));
    if (!page.shopFound) throw notFound();
    return {
      rows: page.levels.map((level) => toRow(shopId, level)),
      nextPageToken: encodePosition(page.nextAfterId === undefined ? undefined : [page.nextAfterId]),
    };
  };

function toRow(shopId: string, level: StockLevel): StockRow {
  const { productId, variantId, sku, onHand } = level;
  return { shopId, productId, variantId, sku, onHand, available: available(level) };
}
