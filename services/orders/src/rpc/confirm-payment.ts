import {
  ConfirmPaymentResponse,
  type ConfirmPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pay } from '../domain/change-payment.ts';
import { requireMoney } from '../domain/payment.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const confirmPayment =
  (deps: Deps): Handler<ConfirmPaymentRequest, ConfirmPaymentResponse> =>
  (ctx, { id, gateway, amountCentavos, expectedVersion }) =>
    changeOrder(deps, ctx, ConfirmPaymentResponse, id, (record) => {
      // An order on a credit account names no means by which money can have moved.
      const by = requireMoney('gateway', gateway ?? record.order.payment!.gateway);
      requireUnchanged(record, expectedVersion);
      const payment = { via: 'delivery_confirmation', gateway: by, amountCentavos } as const;
      return pay(record, payment, deps.clock.now());
    });
