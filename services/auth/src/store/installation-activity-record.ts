import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { LastRequest } from './rate-bucket-list.ts';

/** Ids in order: replicas that do it at once cannot lock each other out. The limits may know installations that a restored database lacks. */
const STATEMENT: Statement = {
  name: 'installation-activity-record',
  text: `insert into installation_activity as a (installation_id, last_active_at)
    select b.installation_id, to_timestamp(b.refreshed_ms / 1000)
    from unnest($1::text[], $2::float8[]) as b (installation_id, refreshed_ms)
    join installation i on i.id = b.installation_id
    left join installation_activity known on known.installation_id = b.installation_id
    where known.last_active_at is null or known.last_active_at < to_timestamp((b.refreshed_ms - $3) / 1000)
    order by b.installation_id
    on conflict (installation_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at)`,
};

/** Notes when installations asked last; one whose note is younger than `leastMs` before is left alone. */
export async function recordActivity(
  db: Queryable,
  requests: readonly LastRequest[],
  leastMs: number,
): Promise<void> {
  const ids = requests.map(({ installation_id: id }) => id);
  await db.rows(STATEMENT, [ids, requests.map(({ refreshed_ms: ms }) => ms), leastMs]);
}
