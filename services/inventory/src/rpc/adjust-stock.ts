import {
  AdjustStockResponse,
  type AdjustStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { Deps } from '../deps.ts';
import { adjustItem, adjustItems, check, keyOf } from '../use-cases/adjust-items.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

/** `POST /stock/adjustments` (contract, section 4). Adjustments of a store that arrive together share a transaction. */
export const adjustStock = (deps: Deps): Handler<AdjustStockRequest, AdjustStockResponse> => {
  const group = deps.writer.grouped<AdjustStockRequest, AdjustStockResponse>({
    answer: AdjustStockResponse,
    runMany: (tx, writes) => adjustItems(tx, deps, writes),
    async runAlone(ctx, request) {
      const refreshed = await deferFailure(
        refreshStockKeys(deps, ctx, [keyOf(request)], { drafts: 'refused' }),
      );
      return deps.writer.write(ctx, AdjustStockResponse, async (unit) => {
        check(request);
        refreshed();
        return adjustItem(unit, deps, ctx, request);
      });
    },
  });
  return (ctx, request) => group.write(ctx, request);
};
