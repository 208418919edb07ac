import type { ListOrdersRequest, ListOrdersResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { answerPage } from '@commerce/service-kit/db/encoded-rows.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageSize, requireFilterIds, startAfterUpdate } from '@commerce/service-kit/page-token.ts';
import { hasStatus } from '../domain/status-flow.ts';
import type { Deps } from '../deps.ts';
import { orderList } from '../store/order-list.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { lookUpShop } from '../use-cases/look-up-shop.ts';

export const listOrders =
  (deps: Deps): Handler<ListOrdersRequest, ListOrdersResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    requireFilterIds(request.ids);
    const limit = pageSize(request.limit);
    const after = startAfterUpdate(request.pageToken, earliestUpdate(request));
    const rows = await orderList(deps.db, storeId, after, limit + 1, request);
    // A row proves that the filters are valid; only an empty page needs the check.
    if (rows.length === 0) await requireFilters(deps, ctx, request);
    return answerPage(storeId, rows, limit, deps.orderEncoding);
  };

/** An order is never updated before it is created, so created_since bounds updated_at as well. */
function earliestUpdate({ updatedSinceMs, createdSinceMs }: ListOrdersRequest): number | undefined {
  if (createdSinceMs === undefined) return updatedSinceMs;
  return Math.max(updatedSinceMs ?? createdSinceMs, createdSinceMs);
}

async function requireFilters(
  deps: Deps,
  ctx: Context,
  { status, shopId }: ListOrdersRequest,
): Promise<void> {
  if (status !== undefined && !hasStatus(await statusFlowFind(deps.db, storeOf(ctx)), status)) {
    throw invalid('status', "The store's status flow does not have this status.");
  }
  if (shopId !== undefined && !(await lookUpShop(deps, ctx, shopId))) throw notFound({ shop: 'shop' });
}
