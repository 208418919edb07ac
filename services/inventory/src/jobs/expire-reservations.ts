import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { reservationListExpired, type ExpiredReservation } from '../store/reservation.ts';
import { releaseExpired } from '../use-cases/apply-order-stock.ts';

const EVERY_MS = 2_000;
const BATCH = 100;
const DEADLINE_MS = 10_000;

/**
 * Releases the reservations of orders that were not confirmed in time, one by one; one that cannot be released does not
 * hold up the others. Several processes may run it at once.
 */
export function expireReservationsJob({
  db,
  writer,
  clock,
  logger,
}: Pick<Deps, 'db' | 'writer' | 'clock' | 'logger'>): IntervalJob {
  let stopped = false;
  return {
    name: 'expire reservations',
    everyMs: EVERY_MS,
    stopping: () => (stopped = true),
    async run() {
      const nowMs = clock.now();
      for (let last: ExpiredReservation | undefined; ;) {
        const expired = await reservationListExpired(db, nowMs, last, BATCH);
        for (const { storeId, orderId } of expired) {
          if (stopped) return;
          const ctx = systemContext(`expire-${orderId}`, deadlineIn(DEADLINE_MS), storeId);
          await writer
            .change(ctx, (unit) => releaseExpired(unit, ctx, clock, orderId))
            .catch((err: unknown) => logger.error({ err, storeId, orderId }, 'reservation expiry failed'));
        }
        last = expired.at(-1);
        if (expired.length < BATCH) return;
      }
    },
  };
}
