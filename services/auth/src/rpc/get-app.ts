import type { GetAppRequest, GetAppResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { lastReviewOf } from '../apps/last-review.ts';
import { requireOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../store/app-columns.ts';
import { toOwnReview } from '../store/app-review-columns.ts';

/** An app, as its developer sees it. */
export function getApp({ database }: Deps): Handler<GetAppRequest, GetAppResponse> {
  return async (_ctx, own) => {
    const app = await requireOwnApp(database, own);
    const last = await lastReviewOf(database, own.appId);
    return { app: toApp(app), lastReview: last && toOwnReview(last) };
  };
}
