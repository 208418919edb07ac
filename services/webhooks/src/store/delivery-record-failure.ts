import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** What a delivery is after a failed attempt. */
export interface FailedDelivery {
  id: string;
  attempts: number;
  state: 'pending' | 'retrying' | 'dead' | 'cancelled';
  /** When the next attempt is due. */
  dueAtMs: number;
  attemptedAtMs: number;
  status: number | undefined;
  error: string;
}

// Only while it is this worker's: another may have it by now, or have delivered it.
const STATEMENT: Statement = {
  name: 'delivery-record-failure',
  text: `update delivery set state = $3, attempts = $4, due_at = $5, leased_until = null,
      finished_at = case when $3 in ('dead', 'cancelled') then $9::timestamptz end,
      last_attempt_at = $6, last_status = $7, last_error = $8
    where id = $1 and leased_until = $2 and state in ('pending', 'retrying') returning 1`,
};

/**
 * Records what a failed attempt makes of a delivery.
 * @param leasedUntilMs the lease that it was attempted under
 */
export async function deliveryRecordFailure(
  tx: Queryable,
  failed: FailedDelivery,
  leasedUntilMs: number,
  nowMs: number,
): Promise<void> {
  await tx.rows(STATEMENT, [
    failed.id,
    new Date(leasedUntilMs),
    failed.state,
    failed.attempts,
    new Date(failed.dueAtMs),
    new Date(failed.attemptedAtMs),
    failed.status ?? null,
    failed.error,
    new Date(nowMs),
  ]);
}
