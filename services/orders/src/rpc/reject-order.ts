import { RejectOrderResponse, type RejectOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { endAs } from '../domain/change-status.ts';
import { changeOrder, checkNotes } from './change-order.ts';
import type { Deps } from '../deps.ts';

export const rejectOrder =
  (deps: Deps): Handler<RejectOrderRequest, RejectOrderResponse> =>
  (ctx, { id, notes }) =>
    changeOrder(deps, ctx, RejectOrderResponse, id, (record) => {
      checkNotes(notes);
      return endAs(record, 'rejected', notes);
    });
