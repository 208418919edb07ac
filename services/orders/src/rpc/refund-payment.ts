import {
  RefundPaymentResponse,
  type RefundPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { refund } from '../domain/change-payment.ts';
import { checkNotes } from '../domain/order-change.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const refundPayment =
  (deps: Deps): Handler<RefundPaymentRequest, RefundPaymentResponse> =>
  (ctx, { id, amountCentavos, reason, expectedVersion, ...request }) =>
    changeOrder(deps, ctx, RefundPaymentResponse, id, (record) => {
      checkNotes(reason, 'reason');
      const gateway = requireEnumName('gateway', PaymentGateway, request.gateway);
      requireVersion(expectedVersion, stampVersion(record.order.updatedAtMs));
      return refund(record, { gateway, amountCentavos, reason });
    });
