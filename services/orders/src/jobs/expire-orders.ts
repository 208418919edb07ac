import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { expire } from '../domain/change-status.ts';
import type { Deps } from '../deps.ts';
import { orderListDue, type DueOrder } from '../store/order-expiry.ts';
import { changeEach } from './change-each.ts';

const LOOK_EVERY_MS = 10_000;

/** Lets every unpaid order expire whose time is over. */
export async function expireOrders(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  await changeEach<DueOrder>(deps, {
    list: (after, limit) => orderListDue(deps.db, now, after, limit),
    decide: expire,
    failed: 'order did not expire',
  });
}

/** The job of every process of the service. */
export const expireOrdersJob = (deps: Deps): IntervalJob => ({
  name: 'expire orders',
  everyMs: LOOK_EVERY_MS,
  run: () => expireOrders(deps),
});
