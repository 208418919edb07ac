import type { ListReviewsRequest, ListReviewsResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageAbove, pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { toListedReview } from '../store/app-review-columns.ts';
import { listDecidedReviews } from '../store/app-review-list-decided.ts';
import { listOpenReviews } from '../store/app-review-list-open.ts';

/** The queue of reviews, or those that are decided. */
export function listReviews({ database }: Deps): Handler<ListReviewsRequest, ListReviewsResponse> {
  return async (_ctx, { decided, ...page }) => {
    const { rows, nextPageToken } = decided
      ? await pageBelow(page, (beforeId, limit) => listDecidedReviews(database, beforeId, limit))
      : await pageAbove(page, (afterId, limit) => listOpenReviews(database, afterId, limit));
    return { reviews: rows.map(toListedReview), nextPageToken };
  };
}
