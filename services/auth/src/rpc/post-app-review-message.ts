import {
  PostAppReviewMessageResponse,
  type PostAppReviewMessageRequest,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { findOwnReview } from '../use-cases/find-review.ts';
import { postReviewMessage } from '../use-cases/post-review-message.ts';

/** Adds a message of the developer. */
export const postAppReviewMessage =
  (deps: Deps): Handler<PostAppReviewMessageRequest, PostAppReviewMessageResponse> =>
  (ctx, { text, ...own }) =>
    deps.writer.write(ctx, PostAppReviewMessageResponse, async (unit) =>
      postReviewMessage(deps, ctx, unit, await findOwnReview(unit, own), { text, fromStaff: false }),
    );
