import type { RejectReviewRequest, RejectReviewResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { toReview } from '../domain/review.ts';
import { decideReview } from '../use-cases/decide-review.ts';

/** Rejects a review, with a reason that the developer sees. */
export const rejectReview =
  (deps: Deps): Handler<RejectReviewRequest, RejectReviewResponse> =>
  (ctx, { reviewId, reason: given }) =>
    deps.writer.change(ctx, async (unit) => {
      const decision = { state: 'rejected', reason: readReason(given, { min: 1 }) } as const;
      return { review: toReview(await decideReview(deps, ctx, unit, reviewId, decision)) };
    });
