import type { GetAnyAppRequest, GetAnyAppResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { lastReviewOf } from '../apps/last-review.ts';
import type { Deps } from '../deps.ts';
import { toApp } from '../store/app-columns.ts';
import { findApp } from '../store/app-find.ts';
import { toReview } from '../store/app-review-columns.ts';

/** An app, as the staff sees it. */
export function getAnyApp({ database }: Deps): Handler<GetAnyAppRequest, GetAnyAppResponse> {
  return async (_ctx, { appId }) => {
    const row = isId('app', appId) ? await findApp(database, appId) : undefined;
    if (row === undefined) throw notFound();
    const last = await lastReviewOf(database, appId);
    return { app: toApp(row), lastReview: last && toReview(last) };
  };
}
