import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { releaseExpired } from '../orders/set-order-stock.ts';
import { reservationListExpired } from '../store/reservation.ts';

const EVERY_MS = 2_000;
const BATCH = 100;
const DEADLINE_MS = 10_000;

/** Releases what was reserved for orders that did not come about in time. Several processes may do it at once. */
export function expireReservations(db: Database, writer: Writer, clock: Clock): IntervalJob {
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
