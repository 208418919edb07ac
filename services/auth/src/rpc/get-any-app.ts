import type { GetAnyAppRequest, GetAnyAppResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../domain/app.ts';
import { toReview } from '../domain/review.ts';
import { appReviewFindLast } from '../store/app-review.ts';
import { appFind } from '../store/app.ts';

/** The app of any developer, as the platform staff sees it. */
export const getAnyApp =
  ({ db }: Deps): Handler<GetAnyAppRequest, GetAnyAppResponse> =>
  async (_ctx, { appId }) => {
    const app = isId('app', appId) ? await appFind(db, appId) : undefined;
    if (app === undefined) throw notFound();
    const last = await appReviewFindLast(db, appId);
    return { app: toApp(app), lastReview: last && toReview(last) };
  };
