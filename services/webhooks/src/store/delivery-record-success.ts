import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { attemptValues, INSERT_ATTEMPT, type AttemptRecord } from './attempt-insert.ts';

// One statement, so one round trip for what is most frequent. What was cancelled meanwhile has arrived all the same, and so has what
// was taken for lost.
const STATEMENT: Statement = {
  name: 'delivery-record-success',
  text: `with attempted as (${INSERT_ATTEMPT}), well as (
      update endpoint set first_failure_at = null, last_failure_at = null where app_id = $3 and first_failure_at is not null)
    update delivery set state = 'delivered', attempts = greatest(attempts, $5), leased_until = null, finished_at = $16,
      last_attempt_at = $6, last_status = $9, last_error = null
    where id = $2 and state <> 'delivered' returning 1`,
};

/** Records an attempt that succeeded: delivery, log and the endpoint's health in one. @param nowMs when it ended */
export async function deliveryRecordSuccess(
  db: Queryable,
  attempt: AttemptRecord,
  nowMs: number,
): Promise<void> {
  await db.rows(STATEMENT, [...attemptValues(attempt), new Date(nowMs)]);
}
