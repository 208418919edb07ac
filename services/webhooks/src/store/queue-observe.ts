import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { MANDATORY_OPEN } from './delivery-list-mandatory-open.ts';

const DUE: Statement = {
  name: 'delivery-observe-due',
  text: `select count(*)::int as waiting, min(d.due_at) as oldest from delivery d
    join endpoint e on e.app_id = d.app_id and e.state = 'active'
    where d.state in ('pending', 'retrying') and d.due_at <= $1`,
};

/** Deliveries that are due, and since when the oldest is. */
export async function queueObserve(
  db: Queryable,
  nowMs: number,
): Promise<{ waiting: number; oldest: Date | null }> {
  const [row] = await db.rows<{ waiting: number; oldest: Date | null }>(DUE, [new Date(nowMs)]);
  return row!;
}

const FAILING: Statement = {
  name: 'endpoint-list-failing',
  text: `select app_id, first_failure_at, (count(*) over ())::int as total from endpoint
    where first_failure_at is not null order by first_failure_at limit $1`,
};

/** The endpoints that have failed for longest, and how many fail in all. */
export async function endpointListFailing(
  db: Queryable,
  limit: number,
): Promise<{ app_id: string; first_failure_at: Date; total: number }[]> {
  return db.rows(FAILING, [limit]);
}

const UNARRIVED: Statement = {
  name: 'delivery-count-mandatory_open',
  text: `select count(*)::int as open from delivery d where ${MANDATORY_OPEN}`,
};

/** Mandatory events that have not arrived, each counted once for each app. */
export async function deliveryCountMandatoryOpen(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ open: number }>(UNARRIVED, []);
  return row!.open;
}
