import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Health } from '../domain/health.ts';

interface HealthRow {
  active: boolean;
  first_failure_at: Date | null;
  last_failure_at: Date | null;
}

const LOCK: Statement = {
  name: 'endpoint-lock-health',
  text: `select state = 'active' as active, first_failure_at, last_failure_at from endpoint where app_id = $1 for no key update`,
};

/** The health of an app's endpoint, which nobody else changes until the commit. */
export async function endpointLockHealth(tx: Queryable, appId: string): Promise<Health> {
  const [row] = await tx.rows<HealthRow>(LOCK, [appId]);
  return {
    active: row?.active ?? false,
    firstFailureAtMs: row?.first_failure_at?.getTime(),
    lastFailureAtMs: row?.last_failure_at?.getTime(),
  };
}

const RECORD: Statement = {
  name: 'endpoint-record-failure',
  text: `update endpoint set first_failure_at = $2, last_failure_at = $4,
      state = case when $3::timestamptz is null then state else 'disabled' end, disabled_at = coalesce($3, disabled_at)
    where app_id = $1`,
};

/** Records a failure of an endpoint. @param disabledAtMs set when it is disabled for that */
export async function endpointRecordFailure(
  tx: Queryable,
  appId: string,
  {
    firstFailureAtMs,
    disabledAtMs,
    nowMs,
  }: { firstFailureAtMs: number; disabledAtMs?: number | undefined; nowMs: number },
): Promise<void> {
  const disabledAt = disabledAtMs === undefined ? null : new Date(disabledAtMs);
  await tx.rows(RECORD, [appId, new Date(firstFailureAtMs), disabledAt, new Date(nowMs)]);
}
