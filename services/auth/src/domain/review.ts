import { ReviewKind, ReviewState, type Review } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { changesBetween, valuesOf, type AppVersion } from './app-review.ts';

/** A submitted version of an app. */
export interface ReviewRecord {
  id: string;
  appId: string;
  appName: string;
  developerId: string;
  developerName: string;
  kind: EnumName<typeof ReviewKind>;
  state: EnumName<typeof ReviewState>;
  previous: AppVersion | null;
  proposed: AppVersion;
  note: string;
  submittedAt: Date;
  decidedAt: Date | null;
  reason: string;
  submittedByName: string | null;
  decidedByName: string | null;
}

/** The review as the platform staff sees it. */
export const toReview = (review: ReviewRecord): Review => ({
  id: review.id,
  appId: review.appId,
  appName: review.appName,
  developerId: review.developerId,
  developerName: review.developerName,
  kind: enumValue(ReviewKind, review.kind),
  state: enumValue(ReviewState, review.state),
  note: review.note,
  submittedAtMs: review.submittedAt.getTime(),
  decidedAtMs: review.decidedAt?.getTime(),
  reason: review.reason,
  submittedByName: review.submittedByName ?? '',
  decidedByName: review.decidedByName ?? '',
  changes: changesBetween(review.previous, review.proposed),
  proposed: valuesOf(review.proposed),
});

/** The review as the developer sees it: without the name of the staff member who decided. */
export const toOwnReview = (review: ReviewRecord): Review => ({ ...toReview(review), decidedByName: '' });

/** The review as an entry of a list: without the changes. */
export const toListedReview = (review: ReviewRecord): Review => ({
  ...toReview(review),
  changes: [],
  proposed: [],
});
