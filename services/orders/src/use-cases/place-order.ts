import { createHash } from 'node:crypto';
import { CreateOrderRequest, CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { keyConflict } from '@commerce/service-kit/write/idempotency.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { productLineIndexes } from '../domain/line-items.ts';
import type { GatheredOrder } from '../domain/new-order.ts';
import { MIN_RESERVATION_LEFT_MS, RESERVATION_MS, retryLater } from '../domain/reservation.ts';
import type { Deps } from '../deps.ts';
import { orderIdFind } from '../store/order.ts';
import {
  orderDraftDeleteMany,
  orderDraftDeleteExpiredOf,
  orderDraftFind,
  orderDraftInsert,
  type OrderDraft,
} from '../store/order-draft.ts';
import { gatherOrder } from './gather-order.ts';
import { recordRefusal } from './record-refusal.ts';

/** Each restart means that a concurrent attempt ended during this one. */
const MAX_ATTEMPTS = 5;

/** Result of one attempt to prepare an order. A refusal is thrown. */
type Preparation =
  /** The stock is reserved, and the order can be committed. */
  | { kind: 'ready'; orderId: string; gathered: GatheredOrder }
  /** The order was committed before. */
  | { kind: 'committed'; orderId: string }
  /** A concurrent attempt has answered the key. */
  | { kind: 'answered'; answer: StoredAnswer }
  /** A concurrent attempt finished or expired: start over. */
  | { kind: 'superseded' };

/**
 * Places an order, in steps after each of which the process may crash (design, "Order creation"):
 * 1. gather the data of other services: nothing has happened yet;
 * 2. claim a draft with order id, key and request, so that a retry of the request continues with the same order;
 * 3. reserve the stock in inventory for two minutes: after a crash the reservation expires, and a job removes the draft;
 * 4. commit the order with its number, history, events and the record of the key;
 * 5. confirm the order to inventory: after a crash, a job does so by the draft, and the order event delivers the same update.
 */
export async function placeOrder(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<CreateOrderResponse | StoredAnswer> {
  // A replay calls no other service.
  const earlier = await deps.writer.earlier(ctx);
  if (earlier !== undefined) return earlier;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    let prepared: Preparation;
    try {
      prepared = await prepareOrder(deps, ctx, request);
    } catch (error) {
      return recordRefusal(deps, ctx, CreateOrderResponse, error);
    }
    if (prepared.kind === 'superseded') continue;
    if (prepared.kind === 'answered') return prepared.answer;
    return writeOrder(deps, ctx, request, prepared);
  }
  throw retryLater('concurrent attempts at the same order kept ending');
}

async function writeOrder(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
  prepared: Extract<Preparation, { orderId: string }>,
): Promise<CreateOrderResponse | StoredAnswer> {
  const { orderId } = prepared;
  const gathered = prepared.kind === 'ready' ? prepared.gathered : undefined;
  const record = await deps.commitOrder(ctx, { request, orderId, gathered });
  if (record instanceof StoredAnswer) return record;
  await deps.confirmOrder(ctx, record);
  return { order: record.order };
}

/** @throws Fault when the order is refused */
async function prepareOrder(deps: Deps, ctx: Context, request: CreateOrderRequest): Promise<Preparation> {
  if (await isCommitted(deps, ctx, request)) return { kind: 'committed', orderId: request.orderId! };
  const gathered = await gatherOrder(deps, ctx, request);
  const draft = await claimDraft(deps, ctx, request);
  if (draft === undefined) return { kind: 'superseded' };
  const { orderId } = draft;
  const concurrent = await concurrentResult(deps, ctx, request, draft);
  if (concurrent !== undefined) return concurrent;
  await reserveStock(deps, ctx, request, draft);
  return { kind: 'ready', orderId, gathered };
}

/** Returns whether an order with the id that the caller chose exists. */
const isCommitted = async ({ db }: Deps, ctx: Context, { orderId }: CreateOrderRequest): Promise<boolean> =>
  orderId !== undefined && (await orderIdFind(db, storeOf(ctx), orderId)) !== undefined;

interface ClaimedDraft extends OrderDraft {
  /** Inserted by this attempt, rather than by an earlier or concurrent one. */
  isNew: boolean;
}

/** The draft of an earlier attempt at the order, else a new one; undefined when the earlier one is gone by now. */
async function claimDraft(
  { db, prisma, clock }: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<ClaimedDraft | undefined> {
  const storeId = storeOf(ctx);
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const key = ctx.idempotency?.key;
  const draft = {
    orderId: request.orderId ?? newId('ord'),
    actorId: key === undefined ? undefined : ctx.actor.id,
    key,
    // A hash, because a draft must not hold the data of the buyer.
    request: createHash('sha256').update(CreateOrderRequest.encode(request).finish()).digest(),
    reservedUntil: new Date(nowMs + RESERVATION_MS),
  };
  if (await orderDraftInsert(db, storeId, draft, now)) return { ...draft, state: 'reserving', isNew: true };
  const found = await orderDraftFind(prisma, storeId, draft);
  if (found === undefined) return undefined;
  if (await orderDraftDeleteExpiredOf(prisma, storeId, found.orderId, now)) return undefined;
  if (!found.request.equals(draft.request)) throw keyConflict();
  if (found.state === 'reserving' && found.reservedUntil.getTime() < nowMs + MIN_RESERVATION_LEFT_MS)
    throw retryLater('the reservation of an earlier attempt is about to expire');
  return { ...found, isNew: false };
}

/**
 * Result of a concurrent attempt, which records its result before it deletes its draft. Without this check, an attempt that
 * claims a new draft right after the deletion would reserve stock for an order that exists.
 */
async function concurrentResult(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
  { orderId, state, isNew }: ClaimedDraft,
): Promise<Preparation | undefined> {
  if (state === 'committed') return { kind: 'committed', orderId };
  if (!isNew) return undefined;
  const discardDraft = () => orderDraftDeleteMany(deps.db, storeOf(ctx), [orderId]);
  let result: Preparation | undefined;
  try {
    const answer = await deps.writer.earlier(ctx);
    if (answer !== undefined) result = { kind: 'answered', answer };
    else if (await isCommitted(deps, ctx, request)) result = { kind: 'committed', orderId };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await discardDraft();
    if (!isInProgress(error)) throw error;
    return { kind: 'superseded' };
  }
  if (result !== undefined) await discardDraft();
  return result;
}

/** Another attempt is looking up or recording the answer of the key right now. */
const isInProgress = ({ details }: Fault): boolean => details[0]?.reason === 'idempotency_in_progress';

async function reserveStock(
  { clients }: Deps,
  ctx: Context,
  { shopId, lines }: CreateOrderRequest,
  { orderId, reservedUntil }: OrderDraft,
): Promise<void> {
  const indexes = productLineIndexes(lines);
  if (indexes.length === 0) return;
  await clients.inventory.reserveStock(childContext(ctx), {
    orderId,
    lines: indexes.map((index) => {
      const { productId = '', variantId, quantity } = lines[index]!;
      return { shopId, productId, variantId, quantity, field: `lines[${index}]` };
    }),
    expiresAtMs: reservedUntil.getTime(),
  });
}
