import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { dayAfter, dayOf, daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import type { Partitions } from '../use-cases/partitions.ts';
import { attemptHourDeleteExpired } from '../store/attempt-hour.ts';
import { partitionsDrop } from '../store/partitions.ts';
import { replayItemDeleteExpired } from '../store/replay-item.ts';
import { deliveryDeleteExpired, eventCarryOver } from '../store/retention.ts';

const EVERY_MS = 10 * 60 * 1000;

/** What the days are kept with. */
export interface KeepDaysDeps {
  db: Database;
  clock: Clock;
  partitions: Partitions;
}

/**
 * Makes the partitions of today and tomorrow, and drops events, feed, reasons and attempts, and removes deliveries, after 30 days. A
 * mandatory event that has not arrived stays, with its deliveries, until it has.
 */
export async function keepDays({ db, clock, partitions }: KeepDaysDeps): Promise<void> {
  const nowMs = clock.now();
  const today = await partitions.ready(nowMs);
  await partitions.ready(Date.parse(dayAfter(today)));
  const before = daysBefore(nowMs, KEPT_DAYS);
  const firstKept = dayOf(before);
  // A day later than needed: deliveries are made on the day that their event is kept under, or at midnight right after.
  await eventCarryOver(db, firstKept, today, Date.parse(dayAfter(firstKept)));
  await deliveryDeleteExpired(db, before, MANDATORY_TYPES);
  await replayItemDeleteExpired(db, before);
  await attemptHourDeleteExpired(db, before);
  await partitionsDrop(db, firstKept);
}

/** Keeps the days, again and again. */
export const keepDaysJob = (deps: KeepDaysDeps): IntervalJob => ({
  name: 'keep days',
  everyMs: EVERY_MS,
  run: () => keepDays(deps),
});
