import type { CreateOrderRequest, CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { placeOrder } from '../use-cases/place-order.ts';

export const createOrder =
  (deps: Deps): Handler<CreateOrderRequest, CreateOrderResponse> =>
  (ctx, request) =>
    placeOrder(deps, ctx, request);
