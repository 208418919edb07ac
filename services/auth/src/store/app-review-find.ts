import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { SELECT_REVIEWS, type ReviewRow } from './app-review-columns.ts';

const STATEMENT: Statement = { name: 'app-review-find', text: `${SELECT_REVIEWS} where r.id = $1` };

/** The review. */
export async function findReview(db: Queryable, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db.rows<ReviewRow>(STATEMENT, [id]);
  return row;
}
