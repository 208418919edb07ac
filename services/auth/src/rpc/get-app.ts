import type { GetAppRequest, GetAppResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { toOwnReview } from '../domain/review.ts';
import { appReviewFindLast } from '../store/app-review.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';

/** The app, as its developer sees it. */
export const getApp =
  ({ db }: Deps): Handler<GetAppRequest, GetAppResponse> =>
  async (_ctx, own) => {
    const app = await findOwnApp(db, own);
    const last = await appReviewFindLast(db, own.appId);
    return { app: toApp(app), lastReview: last && toOwnReview(last) };
  };
