import { CreateOrderResponse, type CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Transaction } from '@commerce/service-kit/db/database.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { GroupedWrite, Outcome } from '@commerce/service-kit/write/group-writer.ts';
import type { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Codec } from '@commerce/service-kit/write/writer.ts';
import { makeOrder, NO_SUCH_CUSTOMER, type GatheredOrder } from '../domain/new-order.ts';
import type { OrderRecord } from '../domain/order.ts';
import { MIN_RESERVATION_LEFT_MS, retryLater } from '../domain/reservation.ts';
import { publishOrderCreated } from '../events/publish.ts';
import type { Deps } from '../deps.ts';
import { orderNumbersTake } from '../store/order-counter.ts';
import { orderDraftLockMany, type OrderDraft } from '../store/order-draft.ts';
import { orderEventAppend } from '../store/order-event.ts';
import { orderInsertMany } from '../store/order-insert.ts';
import { orderLock } from '../store/order.ts';
import { storeSettingsFind } from '../store/store-setting.ts';

/** An order to be committed. */
export interface Commit {
  request: CreateOrderRequest;
  orderId: string;
  /** Undefined if the order exists already. */
  gathered: GatheredOrder | undefined;
}

/** A commit whose draft is locked and reserves its stock. */
interface ReadyCommit extends Pick<GroupedWrite<Commit>, 'ctx' | 'unit'> {
  request: Commit & { gathered: GatheredOrder };
}

/**
 * Writes the order of a draft, unless it exists already.
 * @throws Fault unavailable when the draft is gone or its reservation about to expire
 */
export type CommitOrder = (ctx: Context, commit: Commit) => Promise<OrderRecord | StoredAnswer>;

/** Maximum lines of an order that shares a transaction, so that one takes neither long nor much memory. */
const MAX_GROUPED_LINES = 50;

const ANSWER: Codec<OrderRecord> = { encode: ({ order }) => CreateOrderResponse.encode({ order }) };

/**
 * Orders of a store that are committed together share a transaction, because each has to wait for the store's counter. Locks: the
 * drafts, then the store's counter, then its clock.
 */
export function commitOrderWith(deps: Omit<Deps, 'commitOrder' | 'confirmOrder' | 'jobs'>): CommitOrder {
  const group = deps.writer.grouped<Commit, OrderRecord>({
    answer: ANSWER,
    runMany: (tx, writes) => commitReady(tx, deps, writes),
    runAlone: (ctx, commit) => deps.writer.write(ctx, ANSWER, (unit) => commitAlone(unit, deps, ctx, commit)),
    isAlone: (_, { request }) =>
      request.lines.length > MAX_GROUPED_LINES || request.exchangeOfOrderId !== undefined,
  });
  return (ctx, commit) => group.write(ctx, commit);
}

/** Commits the orders that are ready. The others have to run alone. */
async function commitReady(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'stamp'>,
  writes: readonly GroupedWrite<Commit>[],
): Promise<Outcome<OrderRecord>[]> {
  const storeId = storeOf(writes[0]!.ctx);
  const drafts = await orderDraftLockMany(
    tx,
    storeId,
    writes.map(({ request }) => request.orderId),
  );
  /** By order, because of two attempts at one order only one commits it. */
  const ready = new Map<string, ReadyCommit>();
  for (const { ctx, unit, request } of writes) {
    const { orderId, gathered } = request;
    const draft = drafts.get(orderId);
    if (gathered === undefined || !isReserving(draft) || !hasTimeLeft(draft, deps)) continue;
    if (!ready.has(orderId)) ready.set(orderId, { ctx, unit, request: { ...request, gathered } });
  }
  const records = await commitMany(tx, deps, storeId, [...ready.values()]);
  const recordOf = new Map([...ready.values()].map(({ unit }, index) => [unit, records[index]!]));
  return writes.map(({ unit }) => {
    const record = recordOf.get(unit);
    return record === undefined ? 'alone' : { response: record };
  });
}

async function commitAlone(
  unit: Unit,
  deps: Pick<Deps, 'clock' | 'stamp'>,
  ctx: Context,
  { gathered, ...commit }: Commit,
): Promise<OrderRecord> {
  const storeId = storeOf(ctx);
  const draft = (await orderDraftLockMany(unit, storeId, [commit.orderId])).get(commit.orderId);
  if (!isReserving(draft) || gathered === undefined) {
    const existing = await orderLock(unit, storeId, commit.orderId);
    if (existing === undefined) throw retryLater('the draft is gone');
    concerns(unit, existing);
    return existing;
  }
  if (!hasTimeLeft(draft, deps)) throw retryLater('the reservation is about to expire');
  const exchanged = await lockExchanged(unit, storeId, commit.request);
  const request = { ...commit, gathered: { ...gathered, exchangedNumber: exchanged?.order.orderNumber } };
  const [record] = await commitMany(unit, deps, storeId, [{ ctx, unit, request }]);
  if (exchanged !== undefined) {
    const origin = { storeId, orderId: exchanged.order.id, actor: ctx.actor };
    const at = new Date(record!.order.createdAtMs);
    await orderEventAppend(unit, { ...origin, at }, [{ kind: 'exchange', to: record!.order.orderNumber }]);
  }
  return record!;
}

/** Locks the order of which items are exchanged, before the store's counter. */
async function lockExchanged(
  unit: Unit,
  storeId: string,
  { exchangeOfOrderId: id }: CreateOrderRequest,
): Promise<OrderRecord | undefined> {
  if (id === undefined) return undefined;
  const record = await orderLock(unit, storeId, id);
  if (record === undefined) throw invalid('exchange_of_order_id', 'The store has no such order.');
  return record;
}

const isReserving = (draft: OrderDraft | undefined): draft is OrderDraft => draft?.state === 'reserving';

const hasTimeLeft = ({ reservedUntil }: OrderDraft, { clock }: Pick<Deps, 'clock'>): boolean =>
  reservedUntil.getTime() >= clock.now() + MIN_RESERVATION_LEFT_MS;

/** @throws Fault `invalid_request` when a buyer was erased in between: then nothing must be committed */
async function commitMany(
  tx: Pick<Transaction, 'rows'>,
  { clock, stamp }: Pick<Deps, 'clock' | 'stamp'>,
  storeId: string,
  commits: readonly ReadyCommit[],
): Promise<OrderRecord[]> {
  if (commits.length === 0) return [];
  const { orderExpiryMs: expiryMs } = await storeSettingsFind(tx, storeId);
  const firstNumber = await orderNumbersTake(tx, storeId, commits.length);
  const at = await stamp(tx, storeId);
  const orders = commits.map(({ ctx, request: { request, orderId, gathered } }, index) => ({
    ...makeOrder(
      { storeId, id: orderId, request, expiryMs, ...gathered },
      String(firstNumber + index),
      at.getTime(),
    ),
    actor: ctx.actor,
  }));
  const isBuyerErased = await orderInsertMany(tx, storeId, orders, new Date(clock.now()));
  if (isBuyerErased) throw invalid('customer_id', NO_SUCH_CUSTOMER);
  return orders.map(({ record }, index) => {
    const { unit } = commits[index]!;
    publishOrderCreated(unit, record);
    concerns(unit, record);
    return record;
  });
}

const concerns = (unit: Unit, { order, erasedBuyerId }: OrderRecord): void =>
  unit.concerns(order.customer?.id ?? erasedBuyerId);
