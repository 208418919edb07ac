import {
  ConfirmPaymentResponse,
  type ConfirmPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pay } from '../domain/change-payment.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const confirmPayment =
  (deps: Deps): Handler<ConfirmPaymentRequest, ConfirmPaymentResponse> =>
  (ctx, { id }) =>
    changeOrder(deps, ctx, ConfirmPaymentResponse, id, (record) =>
      pay(record, 'delivery_confirmation', deps.clock.now()),
    );
