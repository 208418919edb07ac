import type { RejectReviewRequest, RejectReviewResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decide } from '../apps/decide.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { toReview } from '../store/app-review-columns.ts';

/** Rejects a review, with a reason that the developer sees. */
export function rejectReview({ writer, clock }: Deps): Handler<RejectReviewRequest, RejectReviewResponse> {
  return (ctx, { reviewId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const decision = { state: 'rejected', reason: readReason(given, { min: 1 }) } as const;
      return { review: toReview(await decide(ctx, unit, reviewId, decision, clock.now())) };
    });
}
