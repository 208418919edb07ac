import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { LastRequest } from './rate-bucket.ts';

/**
 * Rows are written in the order of their ids, so that concurrent replicas cannot deadlock. The join skips installations that
 * only the limits database knows, as after a restore of the main database.
 */
const UPSERT = statement(
  'installation-activity-upsert',
  `insert into installation_activity as a (installation_id, last_active_at)
    select b.installation_id, to_timestamp(b.refreshed_ms / 1000)
    from unnest($1::text[], $2::float8[]) as b (installation_id, refreshed_ms)
    join installation i on i.id = b.installation_id
    left join installation_activity known on known.installation_id = b.installation_id
    where known.last_active_at is null or known.last_active_at < to_timestamp((b.refreshed_ms - $3) / 1000)
    order by b.installation_id
    on conflict (installation_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at)`,
);

/** Records the last requests of installations, unless the recorded one is younger than `minAgeMs` before it. */
export async function installationActivityRecord(
  db: Queryable,
  requests: readonly LastRequest[],
  minAgeMs: number,
): Promise<void> {
  const ids = requests.map(({ installationId }) => installationId);
  await db.rows(UPSERT, [ids, requests.map(({ refreshedMs }) => refreshedMs), minAgeMs]);
}
