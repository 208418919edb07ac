import type { ApproveReviewRequest, ApproveReviewResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decide } from '../apps/decide.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { toReview } from '../store/app-review-columns.ts';

/** Publishes an app, or puts its change in force. */
export function approveReview({ writer, clock }: Deps): Handler<ApproveReviewRequest, ApproveReviewResponse> {
  return (ctx, { reviewId, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const decision = { state: 'approved', reason: readReason(given) } as const;
      return { review: toReview(await decide(ctx, unit, reviewId, decision, clock.now())) };
    });
}
