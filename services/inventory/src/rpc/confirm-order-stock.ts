import type {
  ConfirmOrderStockRequest,
  ConfirmOrderStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { reservationSettleMany } from '../store/reservation.ts';

const MAX_ORDERS = 100;

export const confirmOrderStock =
  ({ db }: Deps): Handler<ConfirmOrderStockRequest, ConfirmOrderStockResponse> =>
  async (ctx, { stocks }) => {
    if (stocks.length > MAX_ORDERS) throw invalid('stocks', `Must be at most ${MAX_ORDERS}.`);
    return { orderIds: [...(await reservationSettleMany(db, storeOf(ctx), stocks))] };
  };
