import type { CreateOrderRequest, CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { createOrder as create } from '../saga/create-order.ts';
import type { Deps } from '../deps.ts';

export const createOrder =
  (deps: Deps): Handler<CreateOrderRequest, CreateOrderResponse> =>
  (ctx, request) =>
    create(deps, ctx, request);
