import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { ReviewRecord } from '../domain/review.ts';
import { appReviewFind } from '../store/app-review.ts';
import { findOwnApp, type OwnApp } from './find-own-app.ts';

/** A review of any app. @throws Fault `not_found` */
export async function findReview(db: Queryable, reviewId: string): Promise<ReviewRecord> {
  const review = isId('rev', reviewId) ? await appReviewFind(db, reviewId) : undefined;
  if (review === undefined) throw notFound();
  return review;
}

/** A review of a developer's app. @throws Fault `not_found`, for a review of another app as well */
export async function findOwnReview(
  db: Queryable,
  { reviewId, ...own }: OwnApp & { reviewId: string },
): Promise<ReviewRecord> {
  await findOwnApp(db, own);
  const review = await findReview(db, reviewId);
  if (review.appId !== own.appId) throw notFound();
  return review;
}
