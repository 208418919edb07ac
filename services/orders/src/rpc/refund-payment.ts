import {
  RefundPaymentResponse,
  type RefundPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { refund, withExpiry } from '../domain/change-payment.ts';
import { checkNotes } from '../domain/order-change.ts';
import { requireUnchanged } from '../domain/order.ts';
import { requireMoney } from '../domain/payment.ts';
import type { Deps } from '../deps.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { storeSettingsFind } from '../store/store-setting.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const refundPayment =
  (deps: Deps): Handler<RefundPaymentRequest, RefundPaymentResponse> =>
  (ctx, { id, amountCentavos, reason, expectedVersion, ...request }) =>
    changeOrder(deps, ctx, RefundPaymentResponse, id, async (record, tx) => {
      checkNotes(reason, 'reason');
      const gateway = requireMoney('gateway', request.gateway);
      requireUnchanged(record, expectedVersion);
      const storeId = storeOf(ctx);
      const expiresAtMs = deps.clock.now() + (await storeSettingsFind(tx, storeId)).orderExpiryMs;
      const change = refund(record, { gateway, amountCentavos, reason });
      return withExpiry(change, await statusFlowFind(tx, storeId), expiresAtMs);
    });
