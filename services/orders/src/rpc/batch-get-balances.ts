import type {
  BatchGetBalancesRequest,
  BatchGetBalancesResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { balanceOf } from '../domain/ledger.ts';
import type { Deps } from '../deps.ts';
import { orderPaymentListByOrder } from '../store/order-payment.ts';
import { orderTotalList } from '../store/order.ts';

const MAX_ORDERS = 100;

export const batchGetBalances =
  ({ prisma }: Deps): Handler<BatchGetBalancesRequest, BatchGetBalancesResponse> =>
  async (ctx, { ids }) => {
    const errors = new FieldErrors();
    errors.count('ids', ids.length, 0, MAX_ORDERS);
    errors.throwIfAny();
    const storeId = storeOf(ctx);
    const [orders, payments] = await Promise.all([
      orderTotalList(prisma, storeId, ids),
      orderPaymentListByOrder(prisma, storeId, ids),
    ]);
    return {
      balances: orders.map(({ id, totalCentavos }) => {
        const { balanceCentavos } = balanceOf({ totalCentavos }, payments.get(id) ?? []);
        return { orderId: id, balanceCentavos };
      }),
    };
  };
