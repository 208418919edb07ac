import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { withoutDelivery } from '../domain/erased-buyer.ts';
import type { OrderChange } from '../domain/order-change.ts';
import type { OrderRecord } from '../domain/order.ts';
import { hasStatus, isOpen } from '../domain/status-flow.ts';
import { orderForgetBuyer } from './erased-buyer.ts';
import { orderEventAppend } from './order-event.ts';
import { orderLockByKey } from './order-load.ts';
import { orderUpdate } from './order-save.ts';
import { statusFlowFind } from './status-flow.ts';

/** What is to become of an order; undefined when nothing is to. It may look things up in the transaction, but not lock them. */
export type Decide = (
  record: OrderRecord,
  tx: Queryable,
) => OrderChange | undefined | Promise<OrderChange | undefined>;

/** Who changes an order, and what gives the time. */
export interface Changing {
  storeId: string;
  actor: Actor;
  stamp: Stamp;
  /** For what is noted without a stamp. */
  nowMs: number;
}

/** An order before and after a change; `change` is undefined when nothing was changed. */
export interface Changed {
  before: OrderRecord;
  after: OrderRecord;
  change: OrderChange | undefined;
}

/**
 * Changes one order within a transaction: locks its row, decides, stamps, writes the order and its history. An order that ends loses
 * the delivery data of an erased buyer.
 * @param key the order's id or its number
 * @throws Fault not_found; what `decide` throws
 */
export async function orderChange(
  tx: Queryable,
  { storeId, actor, stamp, nowMs }: Changing,
  key: string,
  decide: Decide,
): Promise<Changed> {
  const before = await orderLockByKey(tx, storeId, key);
  if (before === undefined) throw notFound({ id: 'order' });
  const decided = await decide(before, tx);
  if (decided === undefined) return { before, after: before, change: undefined };
  const change = withoutDelivery(decided);
  const { id } = before.order;
  if (change.changed.length === 0) {
    await orderEventAppend(tx, storeId, id, actor, new Date(nowMs), change.history);
    return { before, after: before, change };
  }
  const at = await stamp(tx, storeId);
  if (change.changed.includes('status')) await requireStatusStays(tx, storeId, change.record.order.status);
  const after: OrderRecord = {
    ...change.record,
    version: before.version + 1,
    order: { ...change.record.order, updatedAtMs: at.getTime() },
  };
  await orderUpdate(tx, after);
  await orderEventAppend(tx, storeId, id, actor, at, change.history);
  const { erasedBuyerId } = decided.record;
  if (erasedBuyerId !== undefined && after.erasedBuyerId === undefined)
    await orderForgetBuyer(tx, storeId, id, erasedBuyerId);
  return { before, after, change };
}

/** The flow is changed under the store's stamp too: now it is known whether the status went since it was looked at. */
async function requireStatusStays(tx: Queryable, storeId: string, status: string): Promise<void> {
  if (!isOpen(status) || hasStatus(await statusFlowFind(tx, storeId), status)) return;
  throw conflict('status_not_in_flow', "The store's status flow does not have this status.", 'status');
}
