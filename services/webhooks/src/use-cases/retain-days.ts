import { dayAfter, dayOf, daysBefore } from '@commerce/service-kit/days.ts';
import { COUNTS_KEPT_DAYS, KEPT_DAYS } from '../domain/day.ts';
import { BATCHES_KEPT_DAYS, REQUESTS_KEPT_DAYS } from '../domain/api-requests.ts';
import type { Deps } from '../deps.ts';
import { apiRequestFailureDeleteExpired } from '../store/api-request-failure.ts';
import { apiRequestBatchDeleteExpired, apiRequestHourDeleteExpired } from '../store/api-request.ts';
import { attemptHourDeleteExpired } from '../store/attempt-hour.ts';
import { eventCarryOver } from '../store/event.ts';
import { finishedDeliveryDeleteExpired } from '../store/finished-delivery.ts';
import { replayItemDeleteExpired } from '../store/replay-item.ts';

/**
 * Creates the partitions of today and tomorrow, and deletes events, feeds, reasons, attempts and deliveries after 30
 * days, API requests after 7, and the hourly counts of attempts after 92. An undelivered mandatory event is kept with its deliveries until it is delivered.
 */
export async function retainDays({
  db,
  clock,
  partitions,
}: Pick<Deps, 'db' | 'clock' | 'partitions'>): Promise<void> {
  const nowMs = clock.now();
  const today = await partitions.ensureAhead(nowMs);
  const before = daysBefore(nowMs, KEPT_DAYS);
  const firstKept = dayOf(before);
  // One day of margin: a delivery is created on the day of its event's partition, or right after midnight.
  await eventCarryOver(db, firstKept, today, Date.parse(dayAfter(firstKept)));
  await finishedDeliveryDeleteExpired(db, before);
  await replayItemDeleteExpired(db, new Date(before));
  await attemptHourDeleteExpired(db, new Date(daysBefore(nowMs, COUNTS_KEPT_DAYS)));
  await apiRequestFailureDeleteExpired(db, new Date(daysBefore(nowMs, REQUESTS_KEPT_DAYS)));
  await apiRequestHourDeleteExpired(db, new Date(daysBefore(nowMs, REQUESTS_KEPT_DAYS)));
  await apiRequestBatchDeleteExpired(db, new Date(daysBefore(nowMs, BATCHES_KEPT_DAYS)));
  await partitions.dropBefore(firstKept);
}
