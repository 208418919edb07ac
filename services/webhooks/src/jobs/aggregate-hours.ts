import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { daysBefore } from '@commerce/service-kit/days.ts';
import { ATTEMPT_SETTLED_MS, KEPT_DAYS } from '../domain/day.ts';
import { attemptHourInsert, attemptHoursDoneFind } from '../store/attempt-hour.ts';

const EVERY_MS = 60_000;
const HOUR_MS = 3600_000;

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Aggregates the attempts of past hours, so that statistics of weeks need not count them. */
export const aggregateHoursJob = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): IntervalJob => ({
  name: 'aggregate hours',
  everyMs: EVERY_MS,
  async run() {
    const nowMs = clock.now();
    const end = hourOf(nowMs - ATTEMPT_SETTLED_MS);
    const start = (await attemptHoursDoneFind(db)) ?? hourOf(daysBefore(nowMs, KEPT_DAYS));
    for (let hour = start; hour < end; hour += HOUR_MS) await attemptHourInsert(db, hour, hour + HOUR_MS);
  },
});
