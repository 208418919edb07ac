import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';

/** An order being made. */
export interface OrderDraft {
  order_id: string;
  /** SHA-256 of the encoded request: whether it is the same one again. */
  request: Buffer;
  state: 'reserving' | 'committed';
  reserved_until: Date;
}

/** What a new draft is made of. */
export interface NewDraft {
  orderId: string;
  /** Whose key asked for it; null without a key. */
  actorId: string | null;
  key: string | null;
  request: Buffer;
  reservedUntil: Date;
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
  `select order_id, request, state, reserved_until from order_draft
   where store_id = $1 and (order_id = $2 or (actor_id = $3 and idempotency_key = $4)) limit 1`,
);
const LOCK = storeStatement(
  'order_draft-lock-by_id',
  'select order_id, request, state, reserved_until from order_draft where store_id = $1 and order_id = $2 for update',
);
const COMMIT = storeStatement(
  'order_draft-update-committed',
  `update order_draft set state = 'committed', updated_at = $3 where store_id = $1 and order_id = $2`,
);
const DELETE = storeStatement(
  'order_draft-delete-by_id',
  'delete from order_draft where store_id = $1 and order_id = $2',
);
const DELETE_LAPSED_OF = storeStatement(
  'order_draft-delete-lapsed_of_order',
  `delete from order_draft where store_id = $1 and order_id = $2 and state = 'reserving' and reserved_until <= $3
   returning 1`,
);

/** Across stores: what a crash left behind. */
export const DELETE_LAPSED: Statement = {
  name: 'order_draft-delete-lapsed',
  text: `delete from order_draft where state = 'reserving' and reserved_until <= $1 returning 1`,
};

/** Across stores: orders of which inventory may not know. */
export const LIST_UNCONFIRMED: Statement = {
  name: 'order_draft-list-unconfirmed',
  text: `select store_id as "storeId", order_id as "orderId" from order_draft
   where state = 'committed' and updated_at <= $1 order by updated_at limit $2`,
};

/** Begins a draft; one of the same order or the same key stays. @returns whether there was none */
export async function orderDraftInsert(
  db: Queryable,
  storeId: string,
  { orderId, actorId, key, request, reservedUntil }: NewDraft,
  now: Date,
): Promise<boolean> {
  return (await db.rows(INSERT, [storeId, orderId, actorId, key, request, reservedUntil, now])).length > 0;
}

/** The draft of an order, or of a key. */
export async function orderDraftFind(
  db: Queryable,
  storeId: string,
  { orderId, actorId, key }: Pick<NewDraft, 'orderId' | 'actorId' | 'key'>,
): Promise<OrderDraft | undefined> {
  return (await db.rows<OrderDraft>(FIND, [storeId, orderId, actorId, key]))[0];
}

/** The draft, locked until the end of the transaction: only one makes the order of it, or removes it. */
export async function orderDraftLock(
  tx: Queryable,
  storeId: string,
  orderId: string,
): Promise<OrderDraft | undefined> {
  return (await tx.rows<OrderDraft>(LOCK, [storeId, orderId]))[0];
}

/** Notes that the order is there, in the transaction that makes it; later, that it was looked at without success. */
export async function orderDraftCommit(
  tx: Queryable,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  await tx.rows(COMMIT, [storeId, orderId, now]);
}

/** Removes a draft that has done its work. */
export async function orderDraftDelete(db: Queryable, storeId: string, orderId: string): Promise<void> {
  await db.rows(DELETE, [storeId, orderId]);
}

/** Removes the draft of an order if its reservation has lapsed. @returns whether it had */
export async function orderDraftDeleteLapsedOf(
  db: Queryable,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<boolean> {
  return (await db.rows(DELETE_LAPSED_OF, [storeId, orderId, now])).length > 0;
}

/** Removes drafts of which no order can be made any more. @returns how many */
export async function orderDraftDeleteLapsed(db: Queryable, now: Date): Promise<number> {
  return (await db.rows(DELETE_LAPSED, [now])).length;
}

/** Orders whose reservation nobody has confirmed since, those that wait longest first. */
export function orderDraftListUnconfirmed(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<{ storeId: string; orderId: string }[]> {
  return db.rows(LIST_UNCONFIRMED, [since, limit]);
}
