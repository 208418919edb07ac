import type { ListPaymentsRequest, ListPaymentsResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { PaymentEntryKind, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { balanceOf } from '../domain/ledger.ts';
import type { Deps } from '../deps.ts';
import { orderPaymentList } from '../store/order-payment.ts';
import { orderIdFind, orderTotalFind } from '../store/order.ts';

export const listPayments =
  ({ db, prisma }: Deps): Handler<ListPaymentsRequest, ListPaymentsResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    const id = await orderIdFind(db, storeId, request.id);
    if (id === undefined) throw notFound();
    const [totalCentavos, entries] = await Promise.all([
      orderTotalFind(prisma, storeId, id),
      orderPaymentList(prisma, storeId, id),
    ]);
    return {
      ...balanceOf({ totalCentavos }, entries),
      entries: entries.map(({ kind, gateway, amountCentavos, actorKind, actorId, at }) => ({
        kind: enumValue(PaymentEntryKind, kind),
        gateway: enumValue(PaymentGateway, gateway),
        amountCentavos,
        actorKind: enumValue(Actor_Kind, actorKind as EnumName<typeof Actor_Kind>),
        actorId,
        atMs: at.getTime(),
      })),
    };
  };
