import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { expire } from '../domain/change-status.ts';
import { tellChanged } from '../events/order-events.ts';
import { afterChange } from '../rpc/change-order.ts';
import type { Deps } from '../rpc/deps.ts';
import { orderChange } from '../store/order-change.ts';
import { orderListDue, type DueOrder } from '../store/order-expiry.ts';

const LOOK_EVERY_MS = 10_000;
const BATCH = 100;
const ORDER_MS = 10_000;

/** Lets every unpaid order expire whose time is over; one that cannot keeps no other from it. */
export async function expireOrders(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  for (let last: DueOrder | undefined; ;) {
    const due = await orderListDue(deps.db, now, last, BATCH);
    for (const order of due)
      await expireOne(deps, order).catch((err: unknown) =>
        deps.logger.error({ err, order: order.id }, 'order did not expire'),
      );
    last = due.at(-1);
    if (due.length < BATCH) return;
  }
}

async function expireOne(deps: Deps, { storeId, id }: DueOrder): Promise<void> {
  const { writer, stamp, clock } = deps;
  const ctx = systemContext(randomUUID(), Date.now() + ORDER_MS, storeId);
  const nowMs = clock.now();
  const changed = await writer.change(ctx, async (unit) => {
    const changing = { storeId, actor: ctx.actor, stamp, nowMs };
    const done = await orderChange(unit, changing, id, (record) => expire(record, nowMs));
    tellChanged(unit, done);
    return done;
  });
  await afterChange(deps, ctx, changed);
}

/** The job of every process of the service. */
export const expireOrdersJob = (deps: Deps): IntervalJob => ({
  name: 'expire orders',
  everyMs: LOOK_EVERY_MS,
  run: () => expireOrders(deps),
});
