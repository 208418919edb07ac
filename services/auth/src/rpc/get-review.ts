import type { GetReviewRequest, GetReviewResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { toReview } from '../domain/review.ts';
import { appReviewFind } from '../store/app-review.ts';
import { appFind } from '../store/app.ts';

/** A review with its changes. */
export const getReview =
  ({ db }: Deps): Handler<GetReviewRequest, GetReviewResponse> =>
  async (_ctx, { reviewId }) => {
    const review = isId('rev', reviewId) ? await appReviewFind(db, reviewId) : undefined;
    if (review === undefined) throw notFound();
    return { review: toReview(review), app: toApp((await appFind(db, review.appId))!) };
  };
