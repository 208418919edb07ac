import type {
  SetOrderStockRequest,
  SetOrderStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { setOrderStock as setState } from '../orders/set-order-stock.ts';
import type { Deps } from './deps.ts';

export const setOrderStock =
  ({ writer, clock }: Deps): Handler<SetOrderStockRequest, SetOrderStockResponse> =>
  async (ctx, { stock }) => {
    if (stock === undefined) throw invalid('stock', 'Must be given.', 'missing');
    await writer.change(ctx, (unit) => setState(unit, ctx, clock, stock));
    return {};
  };
