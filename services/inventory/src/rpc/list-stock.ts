import type { ListStockRequest, ListStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { stockItemListByProduct, stockItemListPage } from '../store/stock-item-list.ts';
import type { Deps } from '../deps.ts';
import { toStockRow } from '../domain/stock-messages.ts';

export const listStock =
  ({ db }: Pick<Deps, 'db'>): Handler<ListStockRequest, ListStockResponse> =>
  async (ctx, { shopId, productId, limit, pageToken }) => {
    const storeId = storeOf(ctx);
    // A product that the store does not have matches nothing, like an unknown SKU.
    const page = await (productId === undefined
      ? stockItemListPage(db, storeId, shopId, startAfterId(pageToken), pageSize(limit))
      : stockItemListByProduct(db, storeId, shopId, productId));
    if (!page.shopFound) throw notFound({ shop: 'shop' });
    return {
      rows: page.levels.map((level) => toStockRow({ shopId, variantId: '', ...level }, level)),
      nextPageToken: encodePosition(page.nextAfterId === undefined ? undefined : [page.nextAfterId]),
      version: page.version,
    };
  };
