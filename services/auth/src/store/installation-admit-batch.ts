import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { AskedGroup } from '../domain/admission.ts';
import type { ByPlan } from '../domain/plan.ts';

/** The bucket of an installation in force, after the batch. */
export interface AdmittedRow {
  id: string;
  generation: number;
  granted: number;
  tokens: number;
  burst: number;
  per_ms: number;
}

// What a bucket holds at the time of the call, and what it can give of it; sums of fractions may end a hair below a whole.
const LEVEL = `least(excluded.burst,
        b.tokens + greatest(0, excluded.refreshed_ms - b.refreshed_ms) * excluded.per_ms)`;
const GRANT = `least(excluded.asked, floor(1e-9 + ${LEVEL}))`;

/**
 * The whole decision in one statement. Only installations in force get a bucket. Buckets are taken in the order of their
 * ids, so that batches of several replicas cannot lock each other out; the lock on a bucket makes the count exact over all
 * of them. A clock behind the one that came before gains nothing.
 */
export const INSTALLATION_ADMIT_BATCH = {
  name: 'installation-admit-batch',
  text: `insert into rate_bucket as b (installation_id, generation, asked, burst, per_ms, refreshed_ms, granted, tokens)
    select i.id, i.generation, a.count, l.burst, l.per_ms, $4, least(a.count, floor(l.burst)), l.burst - least(a.count, floor(l.burst))
    from unnest($1::text[], $2::bigint[], $3::int[]) as a (id, generation, count)
    join installation i on i.id = a.id and i.generation = a.generation and i.state = 'installed'
    join app on app.id = i.app_id and app.suspended_at is null
    join developer d on d.id = app.developer_id and d.suspended_at is null
    join store s on s.id = i.store_id
    cross join lateral (
      select m.per_minute / 60000 as per_ms, greatest(1, m.per_minute / 10) as burst
      from (select case s.plan when 'professional' then $5::float8 when 'enterprise' then $6::float8
        when 'demo' then $7::float8 else $8::float8 end as per_minute) m) l
    order by i.id
    on conflict (installation_id) do update set
      generation = excluded.generation, asked = excluded.asked, burst = excluded.burst, per_ms = excluded.per_ms,
      refreshed_ms = greatest(b.refreshed_ms, excluded.refreshed_ms),
      granted = ${GRANT},
      tokens = greatest(0, ${LEVEL} - ${GRANT})
    returning b.installation_id as id, b.generation, b.granted, b.tokens, b.burst, b.per_ms`,
};

/** Counts a batch of requests against the installations' limits. @param perMinute the rate limit of each plan */
export function admitBatch(
  db: Queryable,
  groups: readonly AskedGroup[],
  nowMs: number,
  perMinute: ByPlan,
): Promise<AdmittedRow[]> {
  const { professional, enterprise, demo, developer } = perMinute;
  return db.rows<AdmittedRow>(INSTALLATION_ADMIT_BATCH, [
    groups.map((group) => group.installationId),
    groups.map((group) => group.generation),
    groups.map((group) => group.count),
    nowMs,
    professional,
    enterprise,
    demo,
    developer,
  ]);
}
