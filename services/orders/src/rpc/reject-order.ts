import { RejectOrderResponse, type RejectOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { endAs } from '../domain/change-status.ts';
import { checkNotes } from '../domain/order-change.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const rejectOrder =
  (deps: Deps): Handler<RejectOrderRequest, RejectOrderResponse> =>
  (ctx, { id, notes, expectedVersion }) =>
    changeOrder(deps, ctx, RejectOrderResponse, id, (record) => {
      checkNotes(notes);
      requireUnchanged(record, expectedVersion);
      return endAs(record, 'rejected', notes);
    });
