import type {
  GetDailyOrdersRequest,
  GetDailyOrdersResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { checkDays } from '../domain/sales-days.ts';
import type { Deps } from '../deps.ts';
import { ordersByDay } from '../store/sales-of-day.ts';

/** Counts the orders of all stores by day. */
export const getDailyOrders =
  ({ db }: Deps): Handler<GetDailyOrdersRequest, GetDailyOrdersResponse> =>
  async (_ctx, { firstDay, lastDay }) => {
    checkDays(firstDay, lastDay);
    return { days: await ordersByDay(db, { first: firstDay, last: lastDay }) };
  };
