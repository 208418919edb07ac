import { ReturnOrderResponse, type ReturnOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { endAs } from '../domain/change-status.ts';
import { checkNotes } from '../domain/order-change.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const returnOrder =
  (deps: Deps): Handler<ReturnOrderRequest, ReturnOrderResponse> =>
  (ctx, { id, notes, expectedVersion }) =>
    changeOrder(deps, ctx, ReturnOrderResponse, id, (record) => {
      checkNotes(notes);
      requireUnchanged(record, expectedVersion);
      return endAs(record, 'returned', notes);
    });
