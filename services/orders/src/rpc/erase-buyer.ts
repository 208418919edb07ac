import type { EraseBuyerRequest, EraseBuyerResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { withoutBuyer } from '../domain/erased-buyer.ts';
import { tellChanged } from '../events/publish.ts';
import {
  eraseAnswersOfBuyer,
  erasedBuyerInsert,
  orderListOfBuyer,
  orderListOfErasedBuyer,
} from '../store/erased-buyer.ts';
import { orderChange } from '../store/order-change.ts';
import type { Deps } from '../deps.ts';

const MAX_WORK_MS = 3_000;
/** What is left of the caller's time for the end of the work, in ms. */
const MARGIN_MS = 500;
const BATCH = 100;

/** Each order is a transaction of its own, so that a buyer with many orders does not block the store; the caller goes on after a crash. */
export const eraseBuyer =
  (deps: Deps): Handler<EraseBuyerRequest, EraseBuyerResponse> =>
  async (ctx, { customerId }) => {
    if (!isId('cus', customerId)) throw invalid('customer_id', 'Must be the id of a customer.');
    const { db, writer, stamp } = deps;
    const storeId = storeOf(ctx);
    await writer.change(ctx, (unit) => erasedBuyerInsert(unit, stamp, storeId, customerId));
    const until = Math.min(Date.now() + MAX_WORK_MS, ctx.deadlineMs - MARGIN_MS);
    for (;;) {
      const ids = await orderListOfBuyer(db, storeId, customerId, BATCH);
      if (ids.length === 0) break;
      for (const id of ids) {
        if (Date.now() > until) return { done: false, openOrders: [] };
        await eraseFromOrder(deps, ctx, id, customerId);
      }
    }
    // After the orders: whatever was recorded with the buyer is committed by now.
    await writer.change(ctx, (unit) => eraseAnswersOfBuyer(unit, storeId, customerId));
    return { done: true, openOrders: await orderListOfErasedBuyer(db, storeId, customerId) };
  };

async function eraseFromOrder(
  { writer, stamp, clock }: Deps,
  ctx: Context,
  id: string,
  customerId: string,
): Promise<void> {
  const storeId = storeOf(ctx);
  const changing = { storeId, actor: ctx.actor, stamp, nowMs: clock.now() };
  await writer.change(ctx, async (unit) => {
    const changed = await orderChange(unit, changing, id, (record) => withoutBuyer(record, customerId));
    tellChanged(unit, changed);
  });
}
