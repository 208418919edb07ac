import { systemActor, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
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
  /** Ids of orders that have ended and are no longer in the log. */
  cleaned: ReadonlySet<string>;
}

/**
 * Advances the erasure of a customer by one step (ADR 13): orders, then the log of deliveries, then `customers.redact`, then the log
 * of each open order once it has ended. Calls are idempotent and recorded afterwards: a crash or an unavailable service only delays
 * the erasure. Open orders are recorded first, because the log holds them by their ids only once they have lost their buyer.
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
    const recorded = await recordOpenOrders(deps, ctx, erasure);
    if (recorded !== undefined) await record(deps, recorded, await progressOf(deps, ctx, recorded));
  } catch (err) {
    deps.logger.warn({ err, customer: customerId }, 'erasure step failed, retrying');
    await erasurePostpone(deps.prisma, storeId, customerId, new Date(deps.clock.now() + AGAIN_MS));
  }
}

async function recordOpenOrders(
  deps: Deps,
  ctx: Context,
  erasure: ErasureRecord,
): Promise<ErasureRecord | undefined> {
  if (erasure.ordersDoneAtMs !== undefined) return erasure;
  const { customerId } = erasure;
  const { openOrders } = await deps.clients.orders.eraseBuyer(ctx, { customerId, openOrdersRecorded: false });
  if (openOrders.length === 0) return erasure;
  return changeErasure(deps, erasure, (before) => {
    const byId = new Map([...before.openOrders, ...openOrders].map((order) => [order.id, order]));
    return { ...before, openOrders: [...byId.values()] };
  });
}

async function progressOf(
  { clients }: Deps,
  ctx: Context,
  { customerId, openOrders: recorded, logDoneAtMs }: ErasureRecord,
): Promise<Progress> {
  const request = { customerId, openOrdersRecorded: true };
  const { done: ordersDone, openOrders } = await clients.orders.eraseBuyer(ctx, request);
  if (!ordersDone) return { ordersDone, logDone: false, cleaned: new Set() };
  const open = new Set(openOrders.map(({ id }) => id));
  const ended = recorded.map(({ id }) => id).filter((id) => !open.has(id));
  const subjectIds = [...(logDoneAtMs === undefined ? [customerId] : []), ...ended];
  let logDone = true;
  for (let start = 0; start < subjectIds.length; start += MAX_SUBJECTS) {
    const part = subjectIds.slice(start, start + MAX_SUBJECTS);
    const { done } = await clients.deliveries.eraseFromLog(ctx, { subjectIds: part });
    logDone &&= done;
  }
  return { ordersDone, logDone, cleaned: new Set(logDone ? ended : []) };
}

async function record(
  deps: Deps,
  erasure: ErasureRecord,
  { ordersDone, logDone, cleaned }: Progress,
): Promise<void> {
  await changeErasure(deps, erasure, (before, unit) => {
    const nowMs = deps.clock.now();
    const after: ErasureRecord = {
      ...before,
      openOrders: before.openOrders.filter(({ id }) => !cleaned.has(id)),
      nextAtMs: nowMs + (logDone ? OPEN_ORDERS_AGAIN_MS : ordersDone ? AGAIN_MS : 0),
    };
    if (ordersDone) after.ordersDoneAtMs ??= nowMs;
    if (logDone) {
      after.logDoneAtMs ??= nowMs;
      if (before.redactedAtMs === undefined) publishRedact(unit, before.customerId, before.emailHash);
      after.redactedAtMs ??= nowMs;
      after.emailHash = undefined;
      if (after.openOrders.length === 0) after.completedAtMs = nowMs;
    }
    return after;
  });
}

/**
 * Changes an erasure under its lock.
 * @returns undefined when another process has completed it
 */
async function changeErasure(
  { prisma, writer }: Deps,
  { storeId, customerId, actor, requestId }: ErasureRecord,
  decide: (before: ErasureRecord, unit: Unit) => ErasureRecord,
): Promise<ErasureRecord | undefined> {
  const ctx = { storeId, actor, requestId, deadlineMs: deadlineIn(STEP_MS) };
  return writer.change(ctx, async (unit) => {
    const before = await erasureLock(unit, storeId, customerId);
    if (before === undefined || before.completedAtMs !== undefined) return undefined;
    const after = decide(before, unit);
    await erasureUpdate(prisma, after);
    return after;
  });
}
