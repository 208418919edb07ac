import type { GetOpenWorkRequest, GetOpenWorkResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { orderCountByStatus, orderCountUnpaid } from '../store/open-work.ts';
import { statusFlowFind } from '../store/status-flow.ts';

const MAX_ID = 64;

export const getOpenWork =
  ({ db }: Deps): Handler<GetOpenWorkRequest, GetOpenWorkResponse> =>
  async (ctx, { shopId }) => {
    const errors = new FieldErrors();
    if (shopId !== undefined) errors.line('shop_id', shopId, 1, MAX_ID);
    errors.throwIfAny();
    const storeId = storeOf(ctx);
    const flow = await statusFlowFind(db, storeId);
    const open = flow.filter(({ kind }) => kind === 'open').map(({ status }) => status);
    const [counts, unpaid] = await Promise.all([
      orderCountByStatus(db, storeId, open, shopId),
      orderCountUnpaid(db, storeId, shopId),
    ]);
    const byStatus = new Map(counts.map(({ status, orders }) => [status, orders]));
    const statuses = open.map((status) => ({ status, orders: byStatus.get(status) ?? 0 }));
    return { statuses: statuses.filter(({ orders }) => orders > 0), unpaid };
  };
