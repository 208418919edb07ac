import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { BucketAfter, Rate } from '../domain/admission.ts';

/** What requests of one installation ask of its bucket. */
export interface Asking extends Rate {
  installationId: string;
  count: number;
}

interface BucketRow {
  id: string;
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
 * Buckets are taken in the order of their ids, so that batches of several replicas cannot lock each other out; the lock on a bucket makes
 * the count exact over all of them. A clock behind the one that came before gains nothing.
 */
export const RATE_BUCKET_TAKE = {
  name: 'rate-bucket-take',
  text: `insert into rate_bucket as b (installation_id, asked, burst, per_ms, refreshed_ms, granted, tokens)
    select id, count, burst, per_ms, $5, least(count, floor(burst)), burst - least(count, floor(burst))
    from unnest($1::text[], $2::int[], $3::float8[], $4::float8[]) as a (id, count, burst, per_ms)
    order by id
    on conflict (installation_id) do update set
      asked = excluded.asked, burst = excluded.burst, per_ms = excluded.per_ms,
      refreshed_ms = greatest(b.refreshed_ms, excluded.refreshed_ms),
      granted = ${GRANT},
      tokens = greatest(0, ${LEVEL} - ${GRANT})
    returning b.installation_id as id, b.granted, b.tokens, b.burst, b.per_ms`,
};

/** Counts requests against the limits of their installations, each named once. @returns the buckets after them, by installation */
export async function takeTokens(
  limits: Queryable,
  asking: readonly Asking[],
  nowMs: number,
): Promise<Map<string, BucketAfter>> {
  if (asking.length === 0) return new Map();
  const rows = await limits.rows<BucketRow>(RATE_BUCKET_TAKE, [
    asking.map(({ installationId }) => installationId),
    asking.map(({ count }) => count),
    asking.map(({ burst }) => burst),
    asking.map(({ perMs }) => perMs),
    nowMs,
  ]);
  return new Map(rows.map(({ id, per_ms: perMs, ...bucket }) => [id, { ...bucket, perMs }]));
}
