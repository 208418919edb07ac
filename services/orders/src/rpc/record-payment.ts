import {
  PaymentPath,
  RecordPaymentResponse,
  type RecordPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pay } from '../domain/change-payment.ts';
import type { PaidVia } from '../domain/payment.ts';
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
  (ctx, { id, path }) =>
    changeOrder(deps, ctx, RecordPaymentResponse, id, (record) => {
      const paidVia = PAID_VIA[path];
      if (paidVia === undefined) throw invalid('path', 'Must be one of the payment paths.');
      return pay(record, paidVia, deps.clock.now());
    });
