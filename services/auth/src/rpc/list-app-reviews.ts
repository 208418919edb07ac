import type { ListAppReviewsRequest, ListAppReviewsResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireOwnApp } from '../apps/own-app.ts';
import { pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { toOwnReview } from '../store/app-review-columns.ts';
import { listReviewsOfApp } from '../store/app-review-list-of-app.ts';

/** What was reviewed of an app, the newest first. */
export function listAppReviews({ database }: Deps): Handler<ListAppReviewsRequest, ListAppReviewsResponse> {
  return async (_ctx, { developerId, appId, ...page }) => {
    await requireOwnApp(database, { developerId, appId });
    const { rows, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      listReviewsOfApp(database, appId, beforeId, limit),
    );
    return { reviews: rows.map(toOwnReview), nextPageToken };
  };
}
