import {
  ConfirmPaymentResponse,
  type ConfirmPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pay } from '../domain/change-payment.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const confirmPayment =
  (deps: Deps): Handler<ConfirmPaymentRequest, ConfirmPaymentResponse> =>
  (ctx, { id, gateway, amountCentavos }) =>
    changeOrder(deps, ctx, ConfirmPaymentResponse, id, (record) => {
      const by = gateway === undefined ? undefined : requireEnumName('gateway', PaymentGateway, gateway);
      const payment = { via: 'delivery_confirmation', gateway: by, amountCentavos } as const;
      return pay(record, payment, deps.clock.now());
    });
