import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { forgetBuyer } from '../domain/forget-buyer.ts';
import type { Deps } from '../rpc/deps.ts';
import {
  forgottenBuyerDeleteDone,
  forgottenBuyerListOrders,
  type OrderToForget,
} from '../store/forgotten-buyer.ts';
import { changeEach } from './change-each.ts';

const LOOK_EVERY_MS = 10_000;
/** An order that was being made when its buyer was erased is written by then. */
const KEEP_MS = 60 * 60_000;

/** Takes erased buyers out of the orders that have come to their end. */
export async function forgetBuyers(deps: Deps): Promise<void> {
  await changeEach<OrderToForget>(deps, {
    list: (after, limit) => forgottenBuyerListOrders(deps.db, after, limit),
    decide: forgetBuyer,
    failed: 'buyer was not forgotten',
  });
  await forgottenBuyerDeleteDone(deps.db, new Date(deps.clock.now() - KEEP_MS));
}

/** The job of every process of the service. */
export const forgetBuyersJob = (deps: Deps): IntervalJob => ({
  name: 'forget buyers',
  everyMs: LOOK_EVERY_MS,
  run: () => forgetBuyers(deps),
});
