import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { orderStockHolderFind } from '../store/order.ts';
import {
  orderDraftDefer,
  orderDraftDeleteMany,
  orderDraftDeleteExpired,
  orderDraftListUnconfirmed,
} from '../store/order-draft.ts';

const EVERY_MS = 5_000;
/** Time that a request has to confirm its order before the job does, in ms. */
const REQUEST_MS = 5_000;
const BATCH = 100;
const CALL_MS = 5_000;

/** Finishes or removes the drafts that a crash left behind. */
export const finishDraftsJob = (deps: Deps): IntervalJob => ({
  name: 'finish order drafts',
  everyMs: EVERY_MS,
  run: () => finishDrafts(deps),
});

/**
 * Confirms committed orders to inventory, and deletes drafts without an order whose reservation has expired, after which no order
 * can be committed from them.
 */
async function finishDrafts({ db, prisma, clock, confirmOrder }: Deps): Promise<void> {
  await orderDraftDeleteExpired(db, new Date(clock.now()));
  const since = new Date(clock.now() - REQUEST_MS);
  for (const { storeId, orderId } of await orderDraftListUnconfirmed(db, since, BATCH)) {
    const record = await orderStockHolderFind(prisma, storeId, orderId);
    // The event of a change of the lines moves the stock: it names the lines.
    if (record === undefined) {
      await orderDraftDeleteMany(db, storeId, [orderId]);
      continue;
    }
    const ctx = systemContext(randomUUID(), deadlineIn(CALL_MS), storeId);
    const sync = await confirmOrder(ctx, record);
    // Inventory is down for all of them.
    if (sync === 'unavailable') return;
    if (sync === 'failed') await orderDraftDefer(prisma, storeId, orderId, new Date(clock.now()));
  }
}
