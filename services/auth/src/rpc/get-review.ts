import type { GetReviewRequest, GetReviewResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../store/app-columns.ts';
import { findApp } from '../store/app-find.ts';
import { toReview } from '../store/app-review-columns.ts';
import { findReview } from '../store/app-review-find.ts';

/** A review with what it would change. */
export function getReview({ database }: Deps): Handler<GetReviewRequest, GetReviewResponse> {
  return async (_ctx, { reviewId }) => {
    const row = isId('rev', reviewId) ? await findReview(database, reviewId) : undefined;
    if (row === undefined) throw notFound();
    return { review: toReview(row), app: toApp((await findApp(database, row.app_id))!) };
  };
}
