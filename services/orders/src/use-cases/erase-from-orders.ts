import type { EraseBuyerResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn, msUntil } from '@commerce/service-kit/deadline.ts';
import { withoutBuyer } from '../domain/erased-buyer.ts';
import type { Deps } from '../deps.ts';
import { erasedBuyerInsert } from '../store/erased-buyer.ts';
import { orderListByBuyer, orderListByErasedBuyer, orderListOpenByBuyer } from '../store/order-list.ts';
import { recordedAnswerErase } from '../store/recorded-answer.ts';
import { applyChange } from './change-order.ts';

const MAX_WORK_MS = 3_000;
/** Part of the caller's time that is left for the last steps, in ms. */
const MARGIN_MS = 500;
const BATCH = 100;

/**
 * Removes an erased customer from their orders, as far as the time allows. Each order is a transaction of its own, so that a
 * buyer with many orders does not block the store; after a crash, the caller's next call continues. An order that has lost its buyer
 * and then ends names the customer no longer, so the caller has to record the open orders first: no further one can be created.
 */
export async function eraseFromOrders(
  deps: Deps,
  ctx: Context,
  customerId: string,
  openOrdersRecorded: boolean,
): Promise<EraseBuyerResponse> {
  const { prisma, writer } = deps;
  const storeId = storeOf(ctx);
  const progress = async (done: boolean): Promise<EraseBuyerResponse> => ({
    done,
    openOrders: [
      ...(done ? [] : await orderListOpenByBuyer(prisma, storeId, customerId)),
      ...(await orderListByErasedBuyer(prisma, storeId, customerId)),
    ],
  });
  await writer.change(ctx, (unit) => erasedBuyerInsert(unit, deps, storeId, customerId));
  if (!openOrdersRecorded) return progress(false);
  const untilMs = Math.min(deadlineIn(MAX_WORK_MS), ctx.deadlineMs - MARGIN_MS);
  for (;;) {
    const ids = await orderListByBuyer(prisma, storeId, customerId, BATCH);
    if (ids.length === 0) break;
    for (const id of ids) {
      if (msUntil(untilMs) < 0) return progress(false);
      await writer.change(ctx, (unit) =>
        applyChange(unit, deps, ctx, id, (record) => withoutBuyer(record, customerId)),
      );
    }
  }
  // After the orders: every answer that was recorded with the buyer is committed by now.
  await writer.change(ctx, (unit) => recordedAnswerErase(unit, storeId, customerId));
  return progress(true);
}
