import type {
  ReserveStockRequest,
  ReserveStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { reserve } from '../orders/reserve.ts';
import { askingCatalog } from '../products/ask-catalog.ts';
import type { Deps } from '../deps.ts';

export const reserveStock =
  (deps: Deps): Handler<ReserveStockRequest, ReserveStockResponse> =>
  async (ctx, { orderId, lines, expiresAtMs }) => {
    const goods = lines.map(({ variantId = '', ...line }) => ({ ...line, variantId }));
    await askingCatalog(deps, ctx, (asked) =>
      deps.writer.change(ctx, (unit) =>
        reserve(unit, ctx, deps.clock, { orderId, lines: goods, expiresAtMs }, asked),
      ),
    );
    return {};
  };
