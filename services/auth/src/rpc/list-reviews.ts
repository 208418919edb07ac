import type { ListReviewsRequest, ListReviewsResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { pageAbove, pageBelow } from '../domain/page.ts';
import { toListedReview } from '../domain/review.ts';
import { appReviewListDecided, appReviewListOpen } from '../store/app-review.ts';

/** The open reviews, or the decided ones. */
export const listReviews =
  ({ db }: Deps): Handler<ListReviewsRequest, ListReviewsResponse> =>
  async (_ctx, { decided, ...page }) => {
    const { items, nextPageToken } = decided
      ? await pageBelow(page, (beforeId, limit) => appReviewListDecided(db, beforeId, limit))
      : await pageAbove(page, (afterId, limit) => appReviewListOpen(db, afterId, limit));
    return { reviews: items.map(toListedReview), nextPageToken };
  };
