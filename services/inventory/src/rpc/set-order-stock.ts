import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type {
  SetOrderStockRequest,
  SetOrderStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { reservationSettle } from '../store/reservation.ts';
import { applyOrderStock } from '../use-cases/apply-order-stock.ts';

export const setOrderStock =
  ({ db, writer, clock }: Deps): Handler<SetOrderStockRequest, SetOrderStockResponse> =>
  async (ctx, { stock }) => {
    if (stock === undefined) throw invalid('stock', 'Is required.', 'missing');
    const { orderId, version } = stock;
    const required = { version, state: enumName(OrderStock_State, stock.state) };
    if (await reservationSettle(db, storeOf(ctx), orderId, required)) return {};
    await writer.change(ctx, (unit) => applyOrderStock(unit, ctx, clock, stock));
    return {};
  };
