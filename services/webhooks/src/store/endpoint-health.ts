import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { Health } from '../domain/health.ts';
import type { Endpoint } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

type HealthRow = Columns<Pick<Endpoint, 'state' | 'firstFailureAt' | 'lastFailureAt'>>;

const LOCK = statement(
  'endpoint-lock-health',
  'select state, first_failure_at, last_failure_at from endpoint where app_id = $1 for no key update',
);

/** The health of an app's endpoint, locked until the commit. */
export async function endpointLockHealth(tx: Queryable, appId: string): Promise<Health> {
  const [row] = await tx.rows<HealthRow>(LOCK, [appId]);
  return {
    active: row?.state === 'active',
    firstFailureAtMs: row?.first_failure_at?.getTime(),
    lastFailureAtMs: row?.last_failure_at?.getTime(),
  };
}

const RECORD_FAILURE = statement(
  'endpoint-record-failure',
  `update endpoint set first_failure_at = $2, last_failure_at = $4,
      state = case when $3::timestamptz is null then state else 'disabled' end, disabled_at = coalesce($3, disabled_at)
    where app_id = $1`,
);

/** Records a failure of an endpoint. @param failure with `disabledAtMs` when it disables the endpoint */
export async function endpointRecordFailure(
  tx: Queryable,
  appId: string,
  failure: { firstFailureAtMs: number; disabledAtMs?: number | undefined; nowMs: number },
): Promise<void> {
  const { firstFailureAtMs, disabledAtMs, nowMs } = failure;
  const disabledAt = disabledAtMs === undefined ? null : new Date(disabledAtMs);
  await tx.rows(RECORD_FAILURE, [appId, new Date(firstFailureAtMs), disabledAt, new Date(nowMs)]);
}

/** Activates a disabled endpoint. @returns false when it is active, or the app has none */
export async function endpointActivate(prisma: Prisma, appId: string, now: Date): Promise<boolean> {
  const { count } = await prisma.acrossStores.endpoint.updateMany({
    where: { appId, state: 'disabled' },
    data: { state: 'active', firstFailureAt: null, lastFailureAt: null, disabledAt: null, updatedAt: now },
  });
  return count > 0;
}

const LIST_FAILING = statement(
  'endpoint-list-failing',
  `select app_id as "appId", first_failure_at as "since", (count(*) over ())::int as total from endpoint
    where first_failure_at is not null order by first_failure_at limit $1`,
);

/** The endpoints that have been failing longest, and the total number of failing ones. */
export async function endpointListFailing(
  db: Queryable,
  limit: number,
): Promise<{ failing: { appId: string; sinceMs: number }[]; total: number }> {
  const rows = await db.rows<{ appId: string; since: Date; total: number }>(LIST_FAILING, [limit]);
  const failing = rows.map(({ appId, since }) => ({ appId, sinceMs: since.getTime() }));
  return { failing, total: rows[0]?.total ?? 0 };
}
