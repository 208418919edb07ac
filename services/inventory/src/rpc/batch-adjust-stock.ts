import {
  BatchAdjustStockResponse,
  type BatchAdjustStockRequest,
  type BatchAdjustStockResponse_Outcome,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import { toRefusal } from '@commerce/service-kit/write/refusal.ts';
import type { Deps } from '../deps.ts';
import { addItems, adjustItems, adjustLeftOut, keyOf, type AdjustEnd } from '../use-cases/adjust-items.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

const MAX_ADJUSTMENTS = 100;

/** Thrown to undo a batch with items that do not exist: it runs again with those that can be added. */
const LACKS_ITEMS = new Error('items do not exist');

/** `POST /stock/adjustments/batch` (decisions, "Additions to the contract"). */
export const batchAdjustStock =
  (deps: Deps): Handler<BatchAdjustStockRequest, BatchAdjustStockResponse> =>
  async (ctx, { adjustments }) => {
    if (adjustments.length === 0 || adjustments.length > MAX_ADJUSTMENTS)
      throw invalid('adjustments', `Must have from 1 to ${MAX_ADJUSTMENTS} entries.`);
    const run = (refreshed?: () => void) =>
      deps.writer.write(ctx, BatchAdjustStockResponse, async (unit) => {
        if (refreshed !== undefined) {
          refreshed();
          await addItems(unit, deps, ctx, adjustments);
        }
        const writes = adjustments.map((request) => ({ ctx, request, unit }));
        const outcomes = await adjustItems(unit, deps, writes);
        if (refreshed === undefined && outcomes.includes('alone')) throw LACKS_ITEMS;
        const ends = await adjustLeftOut(deps, writes, outcomes);
        return { outcomes: ends.map((end) => toOutcome(ctx, end)) };
      });
    try {
      return await run();
    } catch (error) {
      if (error !== LACKS_ITEMS) throw error;
      return run(
        await deferFailure(refreshStockKeys(deps, ctx, adjustments.map(keyOf), { drafts: 'refused' })),
      );
    }
  };

/** A refusal names the request that was refused, which a replay repeats. */
const toOutcome = ({ idempotency }: Context, end: AdjustEnd): BatchAdjustStockResponse_Outcome => ({
  outcome:
    'fault' in end
      ? { $case: 'refused', value: toRefusal(end.fault, idempotency?.presentation ?? '') }
      : { $case: 'row', value: end.response.row! },
});
