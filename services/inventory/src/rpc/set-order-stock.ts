import type {
  SetOrderStockRequest,
  SetOrderStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { reservationSettleMany } from '../store/reservation.ts';
import { applyOrderStock } from '../use-cases/apply-order-stock.ts';

export const setOrderStock =
  ({ db, writer, clock }: Deps): Handler<SetOrderStockRequest, SetOrderStockResponse> =>
  async (ctx, { stock }) => {
    if (stock === undefined) throw invalid('stock', 'Is required.', 'missing');
    if (stock.lines === undefined) {
      const settled = await reservationSettleMany(db, storeOf(ctx), [stock]);
      if (settled.size > 0) return {};
    }
    await writer.change(ctx, (unit) => applyOrderStock(unit, ctx, clock, stock));
    return {};
  };
