import type { EditOrderRequest, EditOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { changeLines } from '../use-cases/edit-order.ts';

export const editOrder =
  (deps: Deps): Handler<EditOrderRequest, EditOrderResponse> =>
  (ctx, request) =>
    changeLines(deps, ctx, request);
