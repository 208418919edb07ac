import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_REVIEWS, type ReviewRow } from './app-review-columns.ts';

const STATEMENT: Statement = {
  name: 'app-review-list-open',
  text: `${SELECT_REVIEWS} where r.state = 'open' and r.id > $1 order by r.id limit $2`,
};

/** The reviews that wait for a decision, the oldest first. @param afterId id of the last of the page before, else '' */
export function listOpenReviews(db: Queryable, afterId: string, limit: number): Promise<ReviewRow[]> {
  return db.rows(STATEMENT, [afterId, limit]);
}
