import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { confirmOrder } from '../saga/confirm-order.ts';
import {
  orderDraftCommit,
  orderDraftDelete,
  orderDraftDeleteLapsed,
  orderDraftListUnconfirmed,
} from '../store/order-draft.ts';
import { orderFind } from '../store/order-load.ts';

const LOOK_EVERY_MS = 5_000;
/** So long the request itself has to confirm its order, in ms. */
const LEFT_TO_REQUEST_MS = 5_000;
const BATCH = 100;
const CALL_MS = 5_000;

/**
 * Finishes what a crash left of orders being made, or undoes it: of an order that is there inventory is told; a draft without an order
 * goes when its reservation has lapsed, after which no order can be made of it.
 */
export async function finishDrafts(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await orderDraftDeleteLapsed(db, new Date(clock.now()));
  const since = new Date(clock.now() - LEFT_TO_REQUEST_MS);
  for (const { storeId, orderId } of await orderDraftListUnconfirmed(db, since, BATCH)) {
    const record = await orderFind(db, storeId, orderId);
    if (record === undefined) {
      await orderDraftDelete(db, storeId, orderId);
      continue;
    }
    const ctx = systemContext(randomUUID(), Date.now() + CALL_MS, storeId);
    const telling = await confirmOrder(deps, ctx, record);
    // It is away for all of them.
    if (telling === 'away') return;
    // Behind the others, so that it keeps none of them waiting.
    if (telling === 'failed') await orderDraftCommit(db, storeId, orderId, new Date(clock.now()));
  }
}

/** The job of every process of the service. */
export const finishDraftsJob = (deps: Deps): IntervalJob => ({
  name: 'finish orders being made',
  everyMs: LOOK_EVERY_MS,
  run: () => finishDrafts(deps),
});
