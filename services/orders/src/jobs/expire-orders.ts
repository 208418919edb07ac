import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { orderListDue, type DueOrder } from '../store/order-list.ts';
import { expireOrder } from '../use-cases/expire-order.ts';

const EVERY_MS = 10_000;
const BATCH = 100;

/** Expires every unpaid order whose time is over. */
export const expireOrdersJob = (deps: Deps): IntervalJob => ({
  name: 'expire orders',
  everyMs: EVERY_MS,
  run: () => expireOrders(deps),
});

/** Expires them one by one; an order that cannot be changed does not hold up the others. */
async function expireOrders(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  for (let last: DueOrder | undefined; ;) {
    const due = await orderListDue(deps.db, now, last, BATCH);
    for (const order of due)
      await expireOrder(deps, order).catch((err: unknown) =>
        deps.logger.error({ err, order: order.id }, 'order expiry failed'),
      );
    last = due.at(-1);
    if (due.length < BATCH) return;
  }
}
