import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { ATTEMPT_SETTLED_MS, daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { attemptHourInsert, attemptHoursDone } from '../store/attempt-hour.ts';

const EVERY_MS = 60_000;
const HOUR_MS = 3600_000;

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Sums up the attempts of the hours that are over, so that what is told of weeks need not count them. */
export async function sumUpHours(db: Database, clock: Clock): Promise<void> {
  const nowMs = clock.now();
  const end = hourOf(nowMs - ATTEMPT_SETTLED_MS);
  const begun = (await attemptHoursDone(db)) ?? hourOf(daysBefore(nowMs, KEPT_DAYS));
  for (let hour = begun; hour < end; hour += HOUR_MS) await attemptHourInsert(db, hour, hour + HOUR_MS);
}

/** Does it again and again. */
export const sumUpHoursJob = (db: Database, clock: Clock): IntervalJob => ({
  name: 'sum up hours',
  everyMs: EVERY_MS,
  run: () => sumUpHours(db, clock),
});
