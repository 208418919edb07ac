import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { dayOf } from '@commerce/service-kit/days.ts';
import { DURATION_STEPS_MS } from '../domain/durations.ts';
import type { AttemptHour as AttemptHourModel } from '../generated/prisma/client.ts';

/** Attempts of an app that started within an hour; `durations` has a count for each step, and one below the first. */
export type AttemptHour = Omit<AttemptHourModel, 'appId'>;

const STEP = `width_bucket(t.duration_ms, '{${DURATION_STEPS_MS.join()}}'::int[])`;
const COUNTS = `(count(*) filter (where t.error is null))::int as succeeded,
      (count(*) filter (where t.error is not null and t.status is not null))::int as refused,
      (count(*) filter (where t.error is not null and t.status is null))::int as unanswered,
      array[${[0, ...DURATION_STEPS_MS].map((_, i) => `(count(*) filter (where ${STEP} = ${i}))::int`).join()}] as durations`;

const FIND_DONE = statement('attempt_hours_done-find', 'select before from attempt_hours_done');

/** The time in ms before which attempts are aggregated; undefined at first. */
export async function attemptHoursDoneFind(db: Queryable): Promise<number | undefined> {
  return (await db.rows<{ before: Date }>(FIND_DONE, []))[0]?.before.getTime();
}

// App by app, so that the index of each app's attempts is used instead of reading the whole partition of the day every
// hour.
const INSERT = statement(
  'attempt_hour-insert',
  `with aggregated as (
      insert into attempt_hour (app_id, hour, succeeded, refused, unanswered, durations)
      select e.app_id, $1, c.succeeded, c.refused, c.unanswered, c.durations from endpoint e
      cross join lateral (select ${COUNTS} from attempt t
        where t.app_id = e.app_id and t.started_at >= $1 and t.started_at < $2 and t.day = $3::date offset 0) c
      where c.succeeded + c.refused + c.unanswered > 0
      on conflict do nothing)
    insert into attempt_hours_done (before) values ($2)
    on conflict (only_row) do update set before = greatest(attempt_hours_done.before, excluded.before)`,
);

/** Aggregates the attempts of every app that started within an hour, once all of them are logged. */
export async function attemptHourInsert(db: Queryable, hourMs: number, endMs: number): Promise<void> {
  await db.rows(INSERT, [new Date(hourMs), new Date(endMs), dayOf(hourMs)]);
}

/** Attempts of an app by the hour: the aggregated hours, and the attempts themselves since then. */
export const ATTEMPT_HOUR_LIST = statement(
  'attempt_hour-list',
  `with done as (select coalesce((select before from attempt_hours_done), '-infinity') as before)
    select hour, succeeded, refused, unanswered, durations from attempt_hour, done
    where app_id = $1 and hour >= $2 and hour < $3 and hour < done.before
    union all
    select * from (
      select date_bin('1 hour', t.started_at, 'epoch'::timestamptz) as hour, ${COUNTS}
      from attempt t
      where t.app_id = $1 and t.started_at >= greatest($2, (select before from done)) and t.started_at < $3
        and t.day between $4::date and $5::date
      group by 1) since
    order by 1`,
);

/** Attempts of an app that started in [from, to), both full hours; hours without attempts are omitted. */
export function attemptHourList(
  db: Queryable,
  appId: string,
  fromMs: number,
  toMs: number,
): Promise<AttemptHour[]> {
  const values = [appId, new Date(fromMs), new Date(toMs), dayOf(fromMs), dayOf(toMs)];
  return db.rows(ATTEMPT_HOUR_LIST, values);
}

const DELETE_EXPIRED = statement('attempt_hour-delete-expired', 'delete from attempt_hour where hour < $1');

/** Deletes the hours before a time. */
export async function attemptHourDeleteExpired(db: Queryable, before: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [before]);
}

/** Attempts of all apps on a day; days without any are left out. */
export interface AttemptsOfDay {
  /** Days since the first. */
  day: number;
  succeeded: number;
  failed: number;
}

/** Attempts of all apps by day, of the aggregated hours. */
export const ATTEMPTS_BY_DAY = statement(
  'attempt_hour-list-of-all',
  `select floor(extract(epoch from hour - $1) / 86400)::int as day, sum(succeeded)::int as succeeded,
      sum(refused + unanswered)::int as failed
    from attempt_hour where hour >= $1 and hour < $2 group by 1`,
);

/** Counts the attempts of all apps that started in [from, to), both full hours, by day. */
export const attemptsByDay = (db: Queryable, from: Date, to: Date): Promise<AttemptsOfDay[]> =>
  db.rows(ATTEMPTS_BY_DAY, [from, to]);
