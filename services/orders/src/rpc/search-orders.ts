import { enumName } from '@commerce/proto/enum.ts';
import {
  Order,
  type SearchOrdersRequest,
  type SearchOrdersResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { answerPage } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { checkSearch, END_OF_TIME_MS, textSearchOf } from '../domain/order-search.ts';
import type { Deps } from '../deps.ts';
import { orderSearch, orderSearchText } from '../store/order-search.ts';

export const searchOrders =
  ({ db, orderEncoding }: Deps): Handler<SearchOrdersRequest, SearchOrdersResponse> =>
  async (ctx, request) => {
    checkSearch(request);
    const storeId = storeOf(ctx);
    const limit = pageSize(request.limit);
    const { text, createdFromMs = 0, createdUntilMs = END_OF_TIME_MS, pageToken } = request;
    const { source, paymentStatus } = request;
    const filter = {
      ...request,
      source: source === undefined ? undefined : enumName(OrderSource, source),
      paymentStatus: paymentStatus === undefined ? undefined : enumName(PaymentStatus, paymentStatus),
    };
    const [beforeMs, id] = (decodePosition(pageToken) ?? [createdUntilMs, '']) as [number, string];
    const range = { before: [new Date(beforeMs), id] as [Date, string], from: new Date(createdFromMs) };
    const search = { range, filter, limit: limit + 1 };
    const rows = await (text === undefined
      ? orderSearch(db, storeId, search)
      : orderSearchText(db, storeId, search, textSearchOf(text)));
    return answerPage(storeId, rows, limit, orderEncoding, (message) => {
      const order = Order.decode(message);
      return [order.createdAtMs, order.id];
    });
  };
