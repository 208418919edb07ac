import {
  AdjustStockResponse,
  BatchAdjustStockResponse,
  type AdjustStockRequest,
  type BatchAdjustStockRequest,
  type BatchAdjustStockResponse_Outcome,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isStored } from '@commerce/service-kit/write/idempotency.ts';
import { toRefusal } from '@commerce/service-kit/write/refusal.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Deps } from '../deps.ts';
import { keyString } from '../domain/stock-key.ts';
import { keyOf } from '../use-cases/adjust-items.ts';
import type { AdjustStock } from '../use-cases/adjust-stock.ts';

const MAX_ADJUSTMENTS = 100;

/** The end of one adjustment. */
interface End {
  outcome: BatchAdjustStockResponse_Outcome;
  /** Presentation of the request that made it, when this one repeats it. */
  replayOf: string | undefined;
}

/** `POST /stock/adjustments/batch` (decisions, "Additions to the contract"). */
export const batchAdjustStock =
  ({ adjustStock }: Deps): Handler<BatchAdjustStockRequest, BatchAdjustStockResponse> =>
  async (ctx, { adjustments }) => {
    if (adjustments.length === 0 || adjustments.length > MAX_ADJUSTMENTS)
      throw invalid('adjustments', `Must have from 1 to ${MAX_ADJUSTMENTS} entries.`);
    const settled = await Promise.allSettled(adjustInOrder(adjustStock, ctx, adjustments));
    const ends = settled.map((end) => {
      // What could not be tried is repeated with the whole batch; the others are recorded.
      if (end.status === 'rejected') throw end.reason as Error;
      return end.value;
    });
    const response = { outcomes: ends.map(({ outcome }) => outcome) };
    const [{ replayOf }] = ends as [End];
    if (replayOf === undefined || ends.some((end) => end.replayOf === undefined)) return response;
    return new StoredAnswer(Buffer.from(BatchAdjustStockResponse.encode(response).finish()), replayOf);
  };

/** Starts all adjustments, those of the same item one after the other. */
function adjustInOrder(adjust: AdjustStock, ctx: Context, adjustments: AdjustStockRequest[]): Promise<End>[] {
  const lastOfItem = new Map<string, Promise<unknown>>();
  return adjustments.map((request, place) => {
    const item = keyString(keyOf(request));
    const run = () => adjustOne(adjust, contextAt(ctx, place), request);
    const end = lastOfItem.get(item)?.then(run, run) ?? run();
    lastOfItem.set(item, end);
    return end;
  });
}

/** The context of one of several writes with a key. A key of a caller has no line break, so no other write has this one. */
function contextAt(ctx: Context, place: number): Context {
  if (ctx.idempotency === undefined) return ctx;
  return { ...ctx, idempotency: { ...ctx.idempotency, key: `${ctx.idempotency.key}\n${place}` } };
}

async function adjustOne(adjust: AdjustStock, ctx: Context, request: AdjustStockRequest): Promise<End> {
  try {
    const answer = await adjust(ctx, request);
    const isReplay = answer instanceof StoredAnswer;
    const { row } = isReplay ? AdjustStockResponse.decode(answer.message) : answer;
    return {
      outcome: { outcome: { $case: 'row', value: row! } },
      replayOf: isReplay ? answer.presentation : undefined,
    };
  } catch (error) {
    if (!(error instanceof Fault) || (error.replayOf === undefined && !isStored(error))) throw error;
    const { replayOf } = error;
    const refused = toRefusal(error, replayOf ?? ctx.idempotency?.presentation ?? '');
    return { outcome: { outcome: { $case: 'refused', value: refused } }, replayOf };
  }
}
