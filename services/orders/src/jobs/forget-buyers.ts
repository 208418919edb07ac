import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { forgetBuyer } from '../domain/forget-buyer.ts';
import { tellChanged } from '../events/order-events.ts';
import type { Deps } from '../rpc/deps.ts';
import {
  forgottenBuyerDeleteDone,
  forgottenBuyerListOrders,
  type OrderToForget,
} from '../store/forgotten-buyer.ts';
import { orderChange } from '../store/order-change.ts';

const LOOK_EVERY_MS = 10_000;
const BATCH = 100;
const ORDER_MS = 10_000;
/** An order that was being made when its buyer was erased is written by then. */
const KEEP_MS = 60 * 60_000;

/** Takes erased buyers out of the orders that have come to their end; one that cannot be changed keeps no other from it. */
export async function forgetBuyers(deps: Deps): Promise<void> {
  for (let last: OrderToForget | undefined; ;) {
    const found = await forgottenBuyerListOrders(deps.db, last, BATCH);
    for (const order of found)
      await forgetIn(deps, order).catch((err: unknown) =>
        deps.logger.error({ err, order: order.id }, 'buyer was not forgotten'),
      );
    last = found.at(-1);
    if (found.length < BATCH) break;
  }
  await forgottenBuyerDeleteDone(deps.db, new Date(deps.clock.now() - KEEP_MS));
}

async function forgetIn({ writer, stamp, clock }: Deps, { storeId, id }: OrderToForget): Promise<void> {
  const ctx = systemContext(randomUUID(), Date.now() + ORDER_MS, storeId);
  await writer.change(ctx, async (unit) => {
    const changing = { storeId, actor: ctx.actor, stamp, nowMs: clock.now() };
    tellChanged(unit, await orderChange(unit, changing, id, forgetBuyer));
  });
}

/** The job of every process of the service. */
export const forgetBuyersJob = (deps: Deps): IntervalJob => ({
  name: 'forget buyers',
  everyMs: LOOK_EVERY_MS,
  run: () => forgetBuyers(deps),
});
