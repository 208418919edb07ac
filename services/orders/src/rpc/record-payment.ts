import {
  PaymentOutcome,
  PaymentPath,
  RecordPaymentResponse,
  type RecordPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { authorizePayment, failPayment, pay } from '../domain/change-payment.ts';
import type { PaidVia } from '../domain/payment.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { orderExpiryMs } from '../store/store-setting.ts';
import { changeOrder } from './change-order.ts';
import type { Deps } from './deps.ts';

/** What `order.paid` says of each path. A transfer has come in over the net as an online payment has. */
const PAID_VIA: Readonly<Partial<Record<PaymentPath, PaidVia>>> = {
  [PaymentPath.CARD]: 'card',
  [PaymentPath.ONLINE]: 'online',
  [PaymentPath.TERMINAL]: 'terminal',
  [PaymentPath.BANK_TRANSFER]: 'online',
};

export const recordPayment =
  (deps: Deps): Handler<RecordPaymentRequest, RecordPaymentResponse> =>
  (ctx, { id, path, outcome }) =>
    changeOrder(deps, ctx, RecordPaymentResponse, id, async (record, tx) => {
      if (outcome === PaymentOutcome.FAILED) {
        const storeId = storeOf(ctx);
        const flow = await statusFlowFind(tx, storeId);
        return failPayment(record, flow, deps.clock.now() + (await orderExpiryMs(tx, storeId)));
      }
      const paidVia = PAID_VIA[path];
      if (paidVia === undefined) throw invalid('path', 'Must be one of the payment paths.');
      if (outcome === PaymentOutcome.AUTHORIZED) return authorizePayment(record);
      if (outcome !== PaymentOutcome.UNSPECIFIED && outcome !== PaymentOutcome.PAID)
        throw invalid('outcome', 'Must be one of the outcomes.');
      return pay(record, paidVia, deps.clock.now());
    });
