import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_REVIEWS, type ReviewRow } from './app-review-columns.ts';

const STATEMENT: Statement = {
  name: 'app-review-list-of-app',
  text: `${SELECT_REVIEWS} where r.app_id = $1 and r.id < $2 order by r.id desc limit $3`,
};

/** Reviews of an app, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listReviewsOfApp(
  db: Queryable,
  appId: string,
  beforeId: string,
  limit: number,
): Promise<ReviewRow[]> {
  return db.rows(STATEMENT, [appId, beforeId, limit]);
}
