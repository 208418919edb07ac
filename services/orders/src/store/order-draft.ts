import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';

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

const INSERT = storeStatement(
  'order_draft-insert',
  `insert into order_draft (store_id, order_id, actor_id, idempotency_key, request, state, reserved_until, updated_at)
   select $1, $2, $3, $4, $5, 'reserving', $6, $7 where not exists (
     select from order_draft where store_id = $1 and order_id = $2)
   on conflict do nothing returning 1`,
);
const FIND = storeStatement(
  'order_draft-find',
  `select order_id as "orderId", request, state, reserved_until as "reservedUntil" from order_draft
   where store_id = $1 and (order_id = $2 or (actor_id = $3 and idempotency_key = $4)) limit 1`,
);
const LOCK = storeStatement(
  'order_draft-lock-by_id',
  `select order_id as "orderId", request, state, reserved_until as "reservedUntil" from order_draft
   where store_id = $1 and order_id = $2 for update`,
);
const COMMIT = storeStatement(
  'order_draft-update-committed',
  `update order_draft set state = 'committed', updated_at = $3 where store_id = $1 and order_id = $2`,
);
const DELETE = storeStatement(
  'order_draft-delete-by_id',
  'delete from order_draft where store_id = $1 and order_id = $2',
);
const DELETE_EXPIRED_OF = storeStatement(
  'order_draft-delete-expired_of_order',
  `delete from order_draft where store_id = $1 and order_id = $2 and state = 'reserving' and reserved_until <= $3
   returning 1`,
);

/** Across stores: the drafts that a crash left without an order. */
const DELETE_EXPIRED: Statement = {
  name: 'order_draft-delete-expired',
  text: `delete from order_draft where state = 'reserving' and reserved_until <= $1 returning 1`,
};

/** Across stores: orders that inventory may not know of. */
const LIST_UNCONFIRMED: Statement = {
  name: 'order_draft-list-unconfirmed',
  text: `select store_id as "storeId", order_id as "orderId" from order_draft
   where state = 'committed' and updated_at <= $1 order by updated_at limit $2`,
};

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
  db: Queryable,
  storeId: string,
  { orderId, actorId, key }: Pick<NewDraft, 'orderId' | 'actorId' | 'key'>,
): Promise<OrderDraft | undefined> {
  return (await db.rows<OrderDraft>(FIND, [storeId, orderId, actorId ?? null, key ?? null]))[0];
}

/** Locks a draft until the end of the transaction: only one process commits its order, or deletes it. */
export async function orderDraftLock(
  tx: Queryable,
  storeId: string,
  orderId: string,
): Promise<OrderDraft | undefined> {
  return (await tx.rows<OrderDraft>(LOCK, [storeId, orderId]))[0];
}

/** Marks a committed draft as looked at now, after a failed confirmation. */
export async function orderDraftCommit(
  tx: Queryable,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  await tx.rows(COMMIT, [storeId, orderId, now]);
}

/** Deletes a draft. */
export async function orderDraftDelete(db: Queryable, storeId: string, orderId: string): Promise<void> {
  await db.rows(DELETE, [storeId, orderId]);
}

/** Deletes the draft of an order if its reservation has expired. @returns whether it had */
export async function orderDraftDeleteExpiredOf(
  db: Queryable,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<boolean> {
  return (await db.rows(DELETE_EXPIRED_OF, [storeId, orderId, now])).length > 0;
}

/** Deletes drafts whose reservation has expired without an order. */
export async function orderDraftDeleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [now]);
}

/** Lists orders that have not been confirmed to inventory since a time, oldest first. */
export function orderDraftListUnconfirmed(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<{ storeId: string; orderId: string }[]> {
  return db.rows(LIST_UNCONFIRMED, [since, limit]);
}
