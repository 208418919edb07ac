import { createHash } from 'node:crypto';
import { CreateOrderRequest, CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { keyConflict } from '@commerce/service-kit/write/idempotency.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import {
  orderDraftDelete,
  orderDraftDeleteLapsedOf,
  orderDraftFind,
  orderDraftInsert,
  type OrderDraft,
} from '../store/order-draft.ts';
import { orderIdFind } from '../store/order-load.ts';
import { commitOrder } from './commit-order.ts';
import { confirmOrder } from './confirm-order.ts';
import { gatherOrder, placesOfProducts } from './gather-order.ts';
import { renameFields } from './rename-fields.ts';
import { RESERVATION_LEFT_MS, RESERVATION_MS, tryAgain, type Prepared } from './reservation.ts';

/**
 * Makes an order, step by step, each of which may be the last before a crash (design, "Order creation"):
 * 1. what it consists of is gathered: nothing has happened yet;
 * 2. a draft remembers order id, key and request, so that the same request goes on with the same order;
 * 3. inventory reserves, for two minutes: a crash leaves a reservation that lapses, and the draft that a job removes;
 * 4. the order is committed with its number, history, events and the record of the key;
 * 5. inventory is told that the order is there; a crash before leaves a draft by which the job tells it, and the event does too.
 */
export async function createOrder(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<CreateOrderResponse | StoredAnswer> {
  // So that a replay asks nobody and reserves nothing.
  const earlier = await deps.writer.earlier(ctx);
  if (earlier !== undefined) return earlier;
  const prepared = await prepare(deps, ctx, request).catch((error: unknown) => {
    // Refused within the write, so that the refusal is recorded with the key.
    if (error instanceof Fault) return error;
    throw error;
  });
  // Whoever was making the same order has come to an end with it, or never will: it is there, refused, or to be made from the beginning.
  if (prepared === undefined) return createOrder(deps, ctx, request);
  let made: OrderRecord | undefined;
  const answer = await deps.writer.write(ctx, CreateOrderResponse, async (unit) => {
    if (prepared instanceof Fault) throw prepared;
    made = await commitOrder(unit, deps, ctx, request, prepared);
    unit.concerns(made.order.customer?.id ?? made.erasedBuyerId);
    return { order: made.order };
  });
  if (!(answer instanceof StoredAnswer)) await confirmOrder(deps, ctx, made!);
  return answer;
}

/** @returns undefined when another attempt at the same order has ended, or lapsed */
async function prepare(deps: Deps, ctx: Context, request: CreateOrderRequest): Promise<Prepared | undefined> {
  const storeId = storeOf(ctx);
  if (request.orderId !== undefined && (await orderIdFind(deps.db, storeId, request.orderId)) !== undefined)
    return { orderId: request.orderId, gathered: undefined };
  const gathered = await gatherOrder(deps, ctx, request);
  const draft = await beginDraft(deps, ctx, request);
  if (draft === undefined) return undefined;
  if (draft.state === 'committed') return { orderId: draft.order_id, gathered: undefined };
  await reserve(deps, ctx, request, draft);
  return { orderId: draft.order_id, gathered };
}

/** The draft that the request made before, else a new one; undefined when the one that was there is gone. */
async function beginDraft(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<OrderDraft | undefined> {
  const { db, clock } = deps;
  const storeId = storeOf(ctx);
  const nowMs = clock.now();
  const key = ctx.idempotency?.key ?? null;
  const draft = {
    orderId: request.orderId ?? newId('ord'),
    actorId: key === null ? null : ctx.actor.id,
    key,
    // A draft outlives what it is made of: it must not hold the buyer.
    request: createHash('sha256').update(CreateOrderRequest.encode(request).finish()).digest(),
    reservedUntil: new Date(nowMs + RESERVATION_MS),
  };
  const { orderId, request: fingerprint, reservedUntil } = draft;
  if (await orderDraftInsert(db, storeId, draft, new Date(nowMs))) {
    // An attempt that was made at the same time removes its draft after its answer is recorded: looked for once more, lest this one reserves
    // for an order that is there.
    if (!(await isAnswered(deps, ctx)))
      return { order_id: orderId, request: fingerprint, state: 'reserving', reserved_until: reservedUntil };
    await orderDraftDelete(db, storeId, orderId);
    return undefined;
  }
  const found = await orderDraftFind(db, storeId, draft);
  if (found === undefined) return undefined;
  if (await orderDraftDeleteLapsedOf(db, storeId, found.order_id, new Date(nowMs))) return undefined;
  if (!found.request.equals(draft.request)) throw keyConflict();
  if (found.state === 'reserving' && found.reserved_until.getTime() < nowMs + RESERVATION_LEFT_MS)
    throw tryAgain('the reservation of an earlier attempt is about to lapse');
  return found;
}

/** Whether the key has its answer, or another attempt is about to record one. */
async function isAnswered({ writer }: Deps, ctx: Context): Promise<boolean> {
  try {
    return (await writer.earlier(ctx)) !== undefined;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}

async function reserve(
  { clients }: Deps,
  ctx: Context,
  { shopId, lines }: CreateOrderRequest,
  draft: OrderDraft,
): Promise<void> {
  const places = placesOfProducts(lines);
  if (places.length === 0) return;
  try {
    await clients.inventory.reserveStock(childContext(ctx), {
      orderId: draft.order_id,
      lines: places.map((place) => {
        const { productId = '', variantId, quantity } = lines[place]!;
        return { shopId, productId, variantId, quantity };
      }),
      expiresAtMs: draft.reserved_until.getTime(),
    });
  } catch (error) {
    throw error instanceof Fault ? renameFields(error, 'lines', places) : error;
  }
}
