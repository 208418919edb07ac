import type {
  GetOrderHistoryRequest,
  GetOrderHistoryResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { orderEventList } from '../store/order-event.ts';
import { orderIdFind } from '../store/order.ts';

export const getOrderHistory =
  ({ db, prisma }: Deps): Handler<GetOrderHistoryRequest, GetOrderHistoryResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    const limit = pageSize(request.limit);
    const [after = 0] = (decodePosition(request.pageToken) ?? []) as number[];
    const id = await orderIdFind(db, storeId, request.id);
    if (id === undefined) throw notFound();
    const found = await orderEventList(prisma, storeId, id, after, limit + 1);
    const { rows, next } = cutPage(found, limit, ({ position }) => [position]);
    return { entries: rows, nextPageToken: encodePosition(next) };
  };
