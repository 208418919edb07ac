import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'app-review-decide',
  text: `update app_review set state = $2, decided_by = $3, decided_at = $4, reason = $5
    where app_id = $1 and state = 'open' returning id`,
};

/** Ends the open review of an app. @returns whether there was one */
export async function decideReview(
  tx: Queryable,
  appId: string,
  decision: { state: 'approved' | 'rejected' | 'withdrawn'; by: string | null; at: Date; reason: string },
): Promise<boolean> {
  const { state, by, at, reason } = decision;
  return (await tx.rows(STATEMENT, [appId, state, by, at, reason])).length > 0;
}
