import type {
  ApproveReviewRequest,
  ApproveReviewResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { toReview } from '../domain/review.ts';
import { decideReview } from '../use-cases/decide-review.ts';

/** Approves a review: the app is published, or its change put in force. */
export const approveReview =
  (deps: Deps): Handler<ApproveReviewRequest, ApproveReviewResponse> =>
  (ctx, { reviewId, reason: given }) =>
    deps.writer.change(ctx, async (unit) => {
      const decision = { state: 'approved', reason: readReason(given) } as const;
      return { review: toReview(await decideReview(deps, ctx, unit, reviewId, decision)) };
    });
