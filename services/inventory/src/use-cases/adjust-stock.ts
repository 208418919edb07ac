import {
  AdjustStockResponse,
  type AdjustStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Deps } from '../deps.ts';
import { adjustItem, adjustItems, check, keyOf } from './adjust-items.ts';
import { refreshStockKeys } from './refresh-projection.ts';

/** Adjusts an item, once per idempotency key. */
export type AdjustStock = (
  ctx: Context,
  request: AdjustStockRequest,
) => Promise<AdjustStockResponse | StoredAnswer>;

/** Keyed adjustments of a store that arrive together share a transaction. */
export function adjustStockWith(deps: Omit<Deps, 'adjustStock' | 'reserveStock'>): AdjustStock {
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
    // Without a key, an adjustment that ran again would take effect twice.
    isAlone: ({ idempotency }) => idempotency === undefined,
  });
  return (ctx, request) => group.write(ctx, request);
}
