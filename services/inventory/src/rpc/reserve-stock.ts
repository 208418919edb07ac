import type {
  ReserveStockRequest,
  ReserveStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import type { RequestedLine } from '../use-cases/reserve-order-stock.ts';

const MAX_LINES = 1_000;

export const reserveStock =
  ({ reserveStock: reserve }: Deps): Handler<ReserveStockRequest, ReserveStockResponse> =>
  (ctx, { orderId, expiresAtMs, ...request }) => {
    const lines = request.lines.map(({ variantId = '', field, ...line }, n) => ({
      ...line,
      variantId,
      field: field ?? `lines[${n}]`,
    }));
    checkLines(lines);
    return reserve(ctx, { orderId, lines, expiresAtMs });
  };

/** @throws Fault `invalid_request` for too many lines, or a quantity out of bounds */
function checkLines(lines: RequestedLine[]): void {
  if (lines.length > MAX_LINES) throw invalid('lines', `Must be at most ${MAX_LINES}.`);
  const bad = lines.find(({ quantity }) => quantity < 1 || quantity > MAX_UNITS);
  if (bad !== undefined) throw invalid(`${bad.field}.quantity`, `Must be from 1 to ${MAX_UNITS}.`);
}
