import { systemContext } from '@commerce/service-kit/context.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { reservationListExpired } from '../store/reservation.ts';
import { releaseExpired } from '../use-cases/apply-order-stock.ts';

const EVERY_MS = 2_000;
const BATCH = 100;
const DEADLINE_MS = 10_000;

/** Releases the reservations of orders that were not confirmed in time. Several processes may run it at once. */
export function expireReservationsJob({
  db,
  writer,
  clock,
}: Pick<Deps, 'db' | 'writer' | 'clock'>): IntervalJob {
  let stopped = false;
  return {
    name: 'expire reservations',
    everyMs: EVERY_MS,
    stopping: () => (stopped = true),
    async run() {
      for (;;) {
        const expired = await reservationListExpired(db, clock.now(), BATCH);
        for (const { storeId, orderId } of expired) {
          if (stopped) return;
          const ctx = systemContext(`expire-${orderId}`, clock.now() + DEADLINE_MS, storeId);
          await writer.change(ctx, (unit) => releaseExpired(unit, ctx, clock, orderId));
        }
        if (expired.length < BATCH) return;
      }
    },
  };
}
