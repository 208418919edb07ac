import type {
  SetOrderStockRequest,
  SetOrderStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { goodsState } from '../domain/order-stock.ts';
import { setOrderStock as setState } from '../orders/set-order-stock.ts';
import { reservationSettle } from '../store/reservation.ts';
import type { Deps } from '../deps.ts';

export const setOrderStock =
  ({ db, writer, clock }: Deps): Handler<SetOrderStockRequest, SetOrderStockResponse> =>
  async (ctx, { stock }) => {
    if (stock === undefined) throw invalid('stock', 'Must be given.', 'missing');
    const { orderId, version } = stock;
    const wanted = { version, state: goodsState(stock.state) };
    if (await reservationSettle(db, storeOf(ctx), orderId, wanted)) return {};
    await writer.change(ctx, (unit) => setState(unit, ctx, clock, stock));
    return {};
  };
