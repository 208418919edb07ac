import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderDraft as OrderDraftModel } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** The draft of an order that is being created. */
export interface OrderDraft {
  orderId: string;
  /** SHA-256 of the encoded request, by which a retry is recognized. */
  request: Buffer;
  state: 'reserving' | 'committed';
  reservedUntil: Date;
}

/** A draft to be inserted. */
export interface NewDraft extends Omit<OrderDraft, 'state'> {
  /** Owner of the key; undefined without a key. */
  actorId: string | undefined;
  key: string | undefined;
}

/** The columns of a draft that are read. */
type DraftRow = Pick<OrderDraftModel, 'orderId' | 'request' | 'state' | 'reservedUntil'>;

const INSERT = storeStatement(
  'order_draft-insert',
  `insert into order_draft (store_id, order_id, actor_id, idempotency_key, request, state, reserved_until, updated_at)
   select $1, $2, $3, $4, $5, 'reserving', $6, $7 where not exists (
     select from order_draft where store_id = $1 and order_id = $2)
   on conflict do nothing returning 1`,
);
const LOCK = storeStatement(
  'order_draft-lock-many',
  `select order_id, request, state, reserved_until from order_draft
   where store_id = $1 and order_id = any($2) order by order_id for update`,
);
const DELETE = storeStatement(
  'order_draft-delete-many',
  'delete from order_draft where store_id = $1 and order_id = any($2)',
);

/** Inserts a draft, unless the order or the key has one. @returns whether it was inserted */
export async function orderDraftInsert(
  db: Queryable,
  storeId: string,
  { orderId, actorId, key, request, reservedUntil }: NewDraft,
  now: Date,
): Promise<boolean> {
  const values = [storeId, orderId, actorId ?? null, key ?? null, request, reservedUntil, now];
  return (await db.rows(INSERT, values)).length > 0;
}

/** Finds the draft of an order or of a key. */
export async function orderDraftFind(
  prisma: Prisma,
  storeId: string,
  { orderId, actorId, key }: Pick<NewDraft, 'orderId' | 'actorId' | 'key'>,
): Promise<OrderDraft | undefined> {
  const ofKey = actorId !== undefined && key !== undefined ? [{ actorId, idempotencyKey: key }] : [];
  const row = await prisma.forStore(storeId).orderDraft.findFirst({ where: { OR: [{ orderId }, ...ofKey] } });
  return row === null ? undefined : draftOf(row);
}

/**
 * Locks drafts until the end of the transaction: only one process commits their orders, or deletes them.
 * @returns those that exist, by order
 */
export async function orderDraftLockMany(
  tx: Queryable,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderDraft>> {
  const rows = await tx.rows<Columns<DraftRow>>(LOCK, [storeId, orderIds]);
  return new Map(rows.map((row) => [row.order_id, draftOf(fromColumns<DraftRow>(row))]));
}

const draftOf = ({ orderId, request, state, reservedUntil }: DraftRow): OrderDraft => ({
  orderId,
  request: Buffer.from(request),
  state: state as OrderDraft['state'],
  reservedUntil,
});

/** Moves a committed draft behind the others, after a failed confirmation. */
export async function orderDraftDefer(
  prisma: Prisma,
  storeId: string,
  orderId: string,
  updatedAt: Date,
): Promise<void> {
  await prisma.forStore(storeId).orderDraft.updateMany({ where: { orderId }, data: { updatedAt } });
}

/** Deletes drafts. */
export async function orderDraftDeleteMany(
  db: Queryable,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0) await db.rows(DELETE, [storeId, orderIds]);
}

/** Deletes the draft of an order if its reservation has expired. @returns whether it had */
export async function orderDraftDeleteExpiredOf(
  prisma: Prisma,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<boolean> {
  const where = { orderId, state: 'reserving', reservedUntil: { lte: now } };
  return (await prisma.forStore(storeId).orderDraft.deleteMany({ where })).count > 0;
}

const DELETE_EXPIRED = statement(
  'order_draft-delete-expired',
  `delete from order_draft where state = 'reserving' and reserved_until <= $1`,
);
const LIST_UNCONFIRMED = statement(
  'order_draft-list-unconfirmed',
  `select store_id, order_id from order_draft where state = 'committed' and updated_at <= $1
    order by updated_at limit $2`,
);

/** Deletes drafts of all stores whose reservation has expired without an order. */
export async function orderDraftDeleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [now]);
}

type DraftKey = Pick<OrderDraftModel, 'storeId' | 'orderId'>;

/** Lists orders of all stores that have not been confirmed to inventory since a time, oldest first. */
export async function orderDraftListUnconfirmed(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<DraftKey[]> {
  const rows = await db.rows<Columns<DraftKey>>(LIST_UNCONFIRMED, [since, limit]);
  return rows.map((row) => fromColumns<DraftKey>(row));
}
