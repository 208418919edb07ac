import type { HourStats } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { dayOf } from '../domain/day.ts';

interface HourRow {
  hour: Date;
  succeeded: number;
  refused: number;
  unanswered: number;
  durations: [number, number, number];
}

/** Attempts of an app by the hour. */
export const ATTEMPT_STATS: Statement = {
  name: 'attempt-stats-by_hour',
  text: `select date_bin('1 hour', started_at, 'epoch'::timestamptz) as hour,
      (count(*) filter (where error is null))::int as succeeded,
      (count(*) filter (where error is not null and status is not null))::int as refused,
      (count(*) filter (where error is not null and status is null))::int as unanswered,
      percentile_disc('{0.5,0.95,0.99}'::float8[]) within group (order by duration_ms) as durations
    from attempt
    where app_id = $1 and started_at >= $2 and started_at < $3 and day between $4::date and $5::date
    group by 1 order by 1`,
};

/** Attempts of an app that started in [from, to), by the hour; an hour without any is left out. */
export async function attemptStats(
  db: Queryable,
  appId: string,
  fromMs: number,
  toMs: number,
): Promise<HourStats[]> {
  const values = [appId, new Date(fromMs), new Date(toMs), dayOf(fromMs), dayOf(toMs)];
  const rows = await db.rows<HourRow>(ATTEMPT_STATS, values);
  return rows.map(({ hour, succeeded, refused, unanswered, durations: [p50, p95, p99] }) => ({
    hourMs: hour.getTime(),
    succeeded,
    refused,
    unanswered,
    durationMsP50: p50,
    durationMsP95: p95,
    durationMsP99: p99,
  }));
}
