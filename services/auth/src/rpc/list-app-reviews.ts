import type { ListAppReviewsRequest, ListAppReviewsResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { pageBelow } from '../domain/page.ts';
import { toOwnReview } from '../domain/review.ts';
import { appReviewListOfApp } from '../store/app-review.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';

/** The reviews of an app, newest first. */
export const listAppReviews =
  ({ db }: Deps): Handler<ListAppReviewsRequest, ListAppReviewsResponse> =>
  async (_ctx, { developerId, appId, ...page }) => {
    await findOwnApp(db, { developerId, appId });
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      appReviewListOfApp(db, appId, beforeId, limit),
    );
    return { reviews: items.map(toOwnReview), nextPageToken };
  };
