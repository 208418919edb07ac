import type {
  GetBuyerFiguresRequest,
  GetBuyerFiguresResponse,
} from '@commerce/proto/commerce/orders/v1/buyers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { buyerFigures } from '../store/buyer-figures.ts';

/** Figures of a customer's orders. */
export const getBuyerFigures =
  ({ db }: Deps): Handler<GetBuyerFiguresRequest, GetBuyerFiguresResponse> =>
  async (ctx, { customerId }) => {
    const { last, ...figures } = await buyerFigures(db, storeOf(ctx), customerId);
    return {
      orders: figures.orders,
      totalCentavos: figures.totalCentavos,
      accountBalanceCentavos: figures.balanceCentavos,
      unpaidOrders: figures.unpaidOrders,
      last: last && { id: last.id, orderNumber: last.orderNumber, createdAtMs: last.createdAt.getTime() },
    };
  };
