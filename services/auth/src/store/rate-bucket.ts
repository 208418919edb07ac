import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { BucketAfter, BucketLevel, Rate } from '../domain/admission.ts';
import { recordFind, recordList } from './records.ts';

/** Requests of one installation to count against its bucket. */
export interface RequestedTokens extends Rate {
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

// The level of a bucket at the time of the call, and what it can grant; sums of fractions may end slightly below a whole number.
const LEVEL = `least(excluded.burst,
        b.tokens + greatest(0, excluded.refreshed_ms - b.refreshed_ms) * excluded.per_ms)`;
const GRANT = `least(excluded.asked, floor(1e-9 + ${LEVEL}))`;

/**
 * Buckets are locked in the order of their ids, so that batches of several replicas cannot deadlock; the lock on a bucket makes
 * the count exact over all of them. A clock behind the previous one gains nothing.
 */
export const RATE_BUCKET_TAKE = statement(
  'rate-bucket-take',
  `insert into rate_bucket as b (installation_id, asked, burst, per_ms, refreshed_ms, granted, tokens)
    select id, count, burst, per_ms, $5, least(count, floor(burst)), burst - least(count, floor(burst))
    from unnest($1::text[], $2::int[], $3::float8[], $4::float8[]) as a (id, count, burst, per_ms)
    order by id
    on conflict (installation_id) do update set
      asked = excluded.asked, burst = excluded.burst, per_ms = excluded.per_ms,
      refreshed_ms = greatest(b.refreshed_ms, excluded.refreshed_ms),
      granted = ${GRANT},
      tokens = greatest(0, ${LEVEL} - ${GRANT})
    returning b.installation_id as id, b.granted, b.tokens, b.burst, b.per_ms`,
);

/** Counts requests against the limits of their installations, each named once. @returns the buckets after them, by installation */
export async function rateBucketTake(
  limits: Queryable,
  requested: readonly RequestedTokens[],
  nowMs: number,
): Promise<Map<string, BucketAfter>> {
  if (requested.length === 0) return new Map();
  const rows = await limits.rows<BucketRow>(RATE_BUCKET_TAKE, [
    requested.map(({ installationId }) => installationId),
    requested.map(({ count }) => count),
    requested.map(({ burst }) => burst),
    requested.map(({ perMs }) => perMs),
    nowMs,
  ]);
  return new Map(rows.map(({ id, per_ms: perMs, ...bucket }) => [id, { ...bucket, perMs }]));
}

/** Time of an installation's last request. */
export interface LastRequest {
  installationId: string;
  refreshedMs: number;
}

const PAGE = 1_000;

const LIST = statement(
  'rate-bucket-list',
  `select installation_id, refreshed_ms from rate_bucket
    where installation_id > $1 order by installation_id limit ${PAGE}`,
);
const FIND_MANY = statement(
  'rate-bucket-find-many',
  'select installation_id, refreshed_ms from rate_bucket where installation_id = any($1)',
);

/** The last requests of all installations with a bucket, in pages, in the order of their ids. */
export async function* rateBucketListLastRequests(limits: Queryable): AsyncGenerator<LastRequest[]> {
  for (let after = '', full = true; full;) {
    const page = await recordList<LastRequest>(limits, LIST, [after]);
    full = page.length === PAGE;
    if (page.length > 0) yield page;
    after = page.at(-1)?.installationId ?? '';
  }
}

/** The times of the last requests of some installations, in ms, by id. */
export async function rateBucketFindLastRequests(
  limits: Queryable,
  installationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await recordList<LastRequest>(limits, FIND_MANY, [installationIds]);
  return new Map(rows.map(({ installationId, refreshedMs }) => [installationId, refreshedMs]));
}

const FIND_LEVEL = statement(
  'rate-bucket-find-level',
  'select tokens, refreshed_ms from rate_bucket where installation_id = $1',
);

/** The level of an installation's bucket after its last request; undefined before the first. */
export function rateBucketFindLevel(
  limits: Queryable,
  installationId: string,
): Promise<BucketLevel | undefined> {
  return recordFind<BucketLevel>(limits, FIND_LEVEL, [installationId]);
}
