import {
  PostReviewMessageResponse,
  type PostReviewMessageRequest,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { findReview } from '../use-cases/find-review.ts';
import { postReviewMessage as post } from '../use-cases/post-review-message.ts';

/** Adds a message of the staff. */
export const postReviewMessage =
  (deps: Deps): Handler<PostReviewMessageRequest, PostReviewMessageResponse> =>
  (ctx, { reviewId, text }) =>
    deps.writer.write(ctx, PostReviewMessageResponse, async (unit) =>
      post(deps, ctx, unit, await findReview(unit, reviewId), { text, fromStaff: true }),
    );
