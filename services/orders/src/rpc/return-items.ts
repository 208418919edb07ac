import {
  ReturnItemsResponse,
  type PaymentPart,
  type ReturnItemsRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Refund } from '../domain/change-payment.ts';
import { checkNotes } from '../domain/order-change.ts';
import { requireUnchanged } from '../domain/order.ts';
import { checkReturn, returnItems as takeBack } from '../domain/return-items.ts';
import { requireMoney } from '../domain/payment.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const returnItems =
  (deps: Deps): Handler<ReturnItemsRequest, ReturnItemsResponse> =>
  (ctx, request) =>
    changeOrder(deps, ctx, ReturnItemsResponse, request.id, (record) => {
      const { lines, notes, refund, expectedVersion } = request;
      checkNotes(notes);
      requireUnchanged(record, expectedVersion);
      checkReturn(request, record);
      return takeBack(record, { lines, notes, refund: refund && refundOf(refund) }, deps.clock.now());
    });

const refundOf = ({ gateway, amountCentavos }: PaymentPart): Refund => ({
  gateway: requireMoney('refund.gateway', gateway),
  amountCentavos,
});
