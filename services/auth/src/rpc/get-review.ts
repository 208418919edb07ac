import type { GetReviewRequest, GetReviewResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { toReview } from '../domain/review.ts';
import { appFind } from '../store/app.ts';
import { findReview } from '../use-cases/find-review.ts';

/** A review with its changes. */
export const getReview =
  ({ db }: Deps): Handler<GetReviewRequest, GetReviewResponse> =>
  async (_ctx, { reviewId }) => {
    const review = await findReview(db, reviewId);
    return { review: toReview(review), app: toApp((await appFind(db, review.appId))!) };
  };
