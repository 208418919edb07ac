import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/**
 * The rate buckets know each installation's last request, so requests have nothing to write. Ids in order: replicas that do it at once
 * cannot lock each other out.
 */
const STATEMENT: Statement = {
  name: 'installation-activity-record',
  text: `insert into installation_activity as a (installation_id, last_active_at)
    select b.installation_id, to_timestamp(b.refreshed_ms / 1000)
    from rate_bucket b
    left join installation_activity known on known.installation_id = b.installation_id
    where known.last_active_at is null or known.last_active_at < to_timestamp((b.refreshed_ms - $1) / 1000)
    order by b.installation_id
    on conflict (installation_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at)`,
};

/** Notes when the installations were active last; one whose note is younger than `leastMs` before is left alone. */
export async function recordActivity(db: Queryable, leastMs: number): Promise<void> {
  await db.rows(STATEMENT, [leastMs]);
}
