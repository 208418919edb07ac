import {
  Order,
  type ListBuyerOrdersRequest,
  type ListBuyerOrdersResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition } from '@commerce/service-kit/page-token.ts';
import { END_OF_TIME_MS } from '../domain/order-search.ts';
import type { Deps } from '../deps.ts';
import { orderEventListByOrders } from '../store/order-event.ts';
import { orderSearch } from '../store/order-search.ts';

const PAGE = 100;

export const listBuyerOrders =
  ({ db }: Deps): Handler<ListBuyerOrdersRequest, ListBuyerOrdersResponse> =>
  async (ctx, { customerId, pageToken }) => {
    const storeId = storeOf(ctx);
    const [beforeMs, id] = (decodePosition(pageToken) ?? [END_OF_TIME_MS, '']) as [number, string];
    const range = { before: [new Date(beforeMs), id] as [Date, string], from: new Date(0) };
    const found = await orderSearch(db, storeId, { range, filter: { customerId }, limit: PAGE + 1 });
    const orders = found.map(([message]) => Order.decode(message));
    const { rows, next } = cutPage(orders, PAGE, (order) => [order.createdAtMs, order.id]);
    const histories = await orderEventListByOrders(
      db,
      storeId,
      rows.map((order) => order.id),
    );
    return {
      orders: rows.map((order) => ({ order, history: histories.get(order.id) ?? [] })),
      nextPageToken: encodePosition(next),
    };
  };
