import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { ReviewRow } from '../store/app-review-columns.ts';
import { listReviewsOfApp } from '../store/app-review-list-of-app.ts';
import { ABOVE_ALL } from './pages.ts';

/** The open review of an app, else its last. */
export async function lastReviewOf(db: Queryable, appId: string): Promise<ReviewRow | undefined> {
  const [row] = await listReviewsOfApp(db, appId, ABOVE_ALL, 1);
  return row;
}
