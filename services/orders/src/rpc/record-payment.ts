import {
  RecordPaymentResponse,
  type RecordPaymentRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { PaymentOutcome, PaymentPath } from '@commerce/proto/commerce/orders/v1/values.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { authorizePayment, failPayment, pay } from '../domain/change-payment.ts';
import type { MoneyGatewayName, PaidViaName } from '../domain/payment.ts';
import { requireUnchanged } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { storeSettingsFind } from '../store/store-setting.ts';
import { changeOrder } from '../use-cases/change-order.ts';

/** `paid_via` of `order.paid` and the means of payment, by path. The contract has no word for a transfer, which counts as `online`. */
const PATHS: Readonly<Partial<Record<PaymentPath, { via: PaidViaName; gateway: MoneyGatewayName }>>> = {
  [PaymentPath.CARD]: { via: 'card', gateway: 'card_online' },
  [PaymentPath.ONLINE]: { via: 'online', gateway: 'card_online' },
  [PaymentPath.TERMINAL]: { via: 'terminal', gateway: 'card_terminal' },
  [PaymentPath.BANK_TRANSFER]: { via: 'online', gateway: 'bank_transfer' },
};

export const recordPayment =
  (deps: Deps): Handler<RecordPaymentRequest, RecordPaymentResponse> =>
  (ctx, { id, path, outcome, amountCentavos, expectedVersion }) =>
    changeOrder(deps, ctx, RecordPaymentResponse, id, async (record, tx) => {
      requireUnchanged(record, expectedVersion);
      if (outcome === PaymentOutcome.FAILED) {
        const storeId = storeOf(ctx);
        const flow = await statusFlowFind(tx, storeId);
        return failPayment(
          record,
          flow,
          deps.clock.now() + (await storeSettingsFind(tx, storeId)).orderExpiryMs,
        );
      }
      const paid = PATHS[path];
      if (paid === undefined) throw invalid('path', 'Must be one of the payment paths.');
      if (outcome === PaymentOutcome.AUTHORIZED) return authorizePayment(record);
      if (outcome !== PaymentOutcome.PAID) throw invalid('outcome', 'Must be one of the outcomes.');
      return pay(record, { ...paid, amountCentavos }, deps.clock.now());
    });
