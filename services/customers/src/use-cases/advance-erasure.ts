import type { OrderReference } from '@commerce/proto/commerce/common/v1/resource.ts';
import { systemActor, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { publishRedact } from '../events/publish.ts';
import type { Deps } from '../deps.ts';
import {
  erasureFind,
  erasureLock,
  erasurePostpone,
  erasureUpdate,
  type ErasureRecord,
} from '../store/erasure.ts';

/** Maximum time of a step before another process takes over, in ms. */
export const STEP_MS = 10_000;
const AGAIN_MS = 1_000;
const OPEN_ORDERS_AGAIN_MS = 10_000;
/** Maximum ids per call that erases from the log. */
const MAX_SUBJECTS = 1_000;

/** Progress as the other services reported it. */
interface Progress {
  ordersDone: boolean;
  logDone: boolean;
  /** Orders that still have delivery data, and ended ones that are still in the log. */
  openOrders: OrderReference[];
}

/**
 * Advances the erasure of a customer by one step (ADR 13): orders, then the log of deliveries, then `customers.redact`, then the log
 * of each open order once it has ended. Calls are idempotent and recorded afterwards: a crash or an unavailable service only delays
 * the erasure.
 */
export async function advanceErasure(
  deps: Deps,
  storeId: string,
  customerId: string,
  deadlineMs: number,
): Promise<void> {
  const erasure = await erasureFind(deps.prisma, storeId, customerId);
  if (erasure === undefined || erasure.completedAtMs !== undefined) return;
  const ctx = { storeId, actor: systemActor, requestId: erasure.requestId, deadlineMs };
  try {
    await record(deps, erasure, await progressOf(deps, ctx, erasure));
  } catch (err) {
    deps.logger.warn({ err, customer: customerId }, 'erasure step failed, retrying');
    await erasurePostpone(deps.prisma, storeId, customerId, new Date(deps.clock.now() + AGAIN_MS));
  }
}

async function progressOf(
  { clients }: Deps,
  ctx: Context,
  { customerId, openOrders: before, logDoneAtMs }: ErasureRecord,
): Promise<Progress> {
  const { done: ordersDone, openOrders } = await clients.orders.eraseBuyer(ctx, { customerId });
  if (!ordersDone) return { ordersDone, logDone: false, openOrders: before };
  const open = new Set(openOrders.map(({ id }) => id));
  const ended = before.filter(({ id }) => !open.has(id));
  const subjectIds = [...(logDoneAtMs === undefined ? [customerId] : []), ...ended.map(({ id }) => id)];
  let logDone = true;
  for (let start = 0; start < subjectIds.length; start += MAX_SUBJECTS) {
    const part = subjectIds.slice(start, start + MAX_SUBJECTS);
    const { done } = await clients.deliveries.eraseFromLog(ctx, { subjectIds: part });
    logDone &&= done;
  }
  return { ordersDone, logDone, openOrders: logDone ? openOrders : [...openOrders, ...ended] };
}

async function record(
  { prisma, writer, clock }: Deps,
  { storeId, customerId, actor, requestId }: ErasureRecord,
  { ordersDone, logDone, openOrders }: Progress,
): Promise<void> {
  const ctx = { storeId, actor, requestId, deadlineMs: deadlineIn(STEP_MS) };
  await writer.change(ctx, async (unit) => {
    const before = await erasureLock(unit, storeId, customerId);
    // Another process may have recorded the step first.
    if (before === undefined || before.completedAtMs !== undefined) return;
    const nowMs = clock.now();
    const after: ErasureRecord = {
      ...before,
      openOrders,
      nextAtMs: nowMs + (logDone ? OPEN_ORDERS_AGAIN_MS : ordersDone ? AGAIN_MS : 0),
    };
    if (ordersDone) after.ordersDoneAtMs ??= nowMs;
    if (logDone) {
      after.logDoneAtMs ??= nowMs;
      if (before.redactedAtMs === undefined) publishRedact(unit, customerId, before.emailHash);
      after.redactedAtMs ??= nowMs;
      after.emailHash = undefined;
      if (openOrders.length === 0) after.completedAtMs = nowMs;
    }
    await erasureUpdate(prisma, after);
  });
}
