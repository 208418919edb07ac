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

/** The result of one adjustment. */
interface Result {
  outcome: BatchAdjustStockResponse_Outcome;
  /** Presentation of the request that made it, when this one repeats it. */
  replayOf: string | undefined;
}

/** `POST /stock/adjustments/batch` (decisions, "Additions to the contract"). */
export const batchAdjustStock =
  ({ adjustStock, writer }: Deps): Handler<BatchAdjustStockRequest, BatchAdjustStockResponse> =>
  async (ctx, { adjustments }) => {
    if (adjustments.length === 0 || adjustments.length > MAX_ADJUSTMENTS)
      throw invalid('adjustments', `Must have from 1 to ${MAX_ADJUSTMENTS} entries.`);
    // A key that was used for another request is refused before anything takes effect: here, or by the first adjustment.
    await writer.earlier(ctx);
    const first = await adjustOne(adjustStock, contextAt(ctx, 0), adjustments[0]!);
    const settled = await Promise.allSettled(adjustInOrder(adjustStock, ctx, adjustments, first));
    const results = settled.map((result) => {
      // A failure that is not recorded fails the batch, and a repetition with the key makes up for it.
      if (result.status === 'rejected') throw result.reason as Error;
      return result.value;
    });
    const response = { outcomes: results.map(({ outcome }) => outcome) };
    if (first.replayOf === undefined || results.some(({ replayOf }) => replayOf === undefined))
      return response;
    return new StoredAnswer(Buffer.from(BatchAdjustStockResponse.encode(response).finish()), first.replayOf);
  };

/** Makes the adjustments after the first, those of the same item one after the other, up to the first failure of an item. */
function adjustInOrder(
  adjust: AdjustStock,
  ctx: Context,
  adjustments: AdjustStockRequest[],
  first: Result,
): Promise<Result>[] {
  const lastOfItem = new Map<string, Promise<Result>>();
  return adjustments.map((request, index) => {
    const run = () => adjustOne(adjust, contextAt(ctx, index), request);
    const item = keyString(keyOf(request));
    const result = index === 0 ? Promise.resolve(first) : (lastOfItem.get(item)?.then(run) ?? run());
    lastOfItem.set(item, result);
    return result;
  });
}

/** The context of one of several writes with a key. A key of a caller has no line break, so no other write has this one. */
function contextAt(ctx: Context, index: number): Context {
  if (ctx.idempotency === undefined) return ctx;
  return { ...ctx, idempotency: { ...ctx.idempotency, key: `${ctx.idempotency.key}\n${index}` } };
}

async function adjustOne(adjust: AdjustStock, ctx: Context, request: AdjustStockRequest): Promise<Result> {
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
