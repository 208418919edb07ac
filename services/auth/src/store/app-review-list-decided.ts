import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_REVIEWS, type ReviewRow } from './app-review-columns.ts';

const STATEMENT: Statement = {
  name: 'app-review-list-decided',
  text: `${SELECT_REVIEWS} where r.state <> 'open' and r.id < $1 order by r.id desc limit $2`,
};

/** The reviews that are decided or withdrawn, the newest first. @param beforeId id of the last of the page before */
export function listDecidedReviews(db: Queryable, beforeId: string, limit: number): Promise<ReviewRow[]> {
  return db.rows(STATEMENT, [beforeId, limit]);
}
