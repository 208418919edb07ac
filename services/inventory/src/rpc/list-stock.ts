import type { ListStockRequest, ListStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import { stockListByProduct, stockListPage } from '../store/stock-list.ts';
import type { Deps } from '../deps.ts';
import { toStockRow } from './rows.ts';

export const listStock =
  ({ db }: Pick<Deps, 'db'>): Handler<ListStockRequest, ListStockResponse> =>
  async (ctx, { shopId, productId, limit, pageToken }) => {
    const storeId = storeOf(ctx);
    // A product that the store does not have is a filter that nothing passes, as an unknown SKU is.
    const page = await (productId === undefined
      ? stockListPage(db, storeId, shopId, startAfterId(pageToken), pageSize(limit))
      : stockListByProduct(db, storeId, shopId, productId));
    if (!page.shopFound) throw notFound({ shop: 'shop' });
    return {
      rows: page.levels.map((level) => toStockRow({ shopId, variantId: '', ...level }, level)),
      nextPageToken: encodePosition(page.nextAfterId === undefined ? undefined : [page.nextAfterId]),
    };
  };
