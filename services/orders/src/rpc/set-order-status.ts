import {
  SetOrderStatusResponse,
  type SetOrderStatusRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { moveTo } from '../domain/change-status.ts';
import { checkNotes } from '../domain/order-change.ts';
import type { Deps } from '../deps.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { changeOrder } from '../use-cases/change-order.ts';

/** `POST /orders/:id/status` (contract, section 4), and the merchant's own moves. */
export const setOrderStatus =
  (deps: Deps): Handler<SetOrderStatusRequest, SetOrderStatusResponse> =>
  (ctx, { id, status, notes }) =>
    changeOrder(deps, ctx, SetOrderStatusResponse, id, async (record, tx) => {
      checkNotes(notes);
      return moveTo(record, await statusFlowFind(tx, storeOf(ctx)), status, notes);
    });
