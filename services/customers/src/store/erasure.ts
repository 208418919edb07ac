import { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { OrderReference } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';

/** How far the erasure of a customer is over all services. */
export interface ErasureRecord {
  storeId: string;
  customerId: string;
  requestedAtMs: number;
  actor: Actor;
  requestId: string;
  /** Of the email that the customer had; undefined when there was none, and once `customers.redact` is published. */
  emailHash: string | undefined;
  ordersDoneAtMs: number | undefined;
  logDoneAtMs: number | undefined;
  /** Orders that keep delivery data of the person, or whose log is still to be cleaned. */
  openOrders: OrderReference[];
  redactedAtMs: number | undefined;
  completedAtMs: number | undefined;
  /** When the next step is due. */
  nextAtMs: number;
}

interface ErasureRow {
  store_id: string;
  customer_id: string;
  requested_at: Date;
  actor: Buffer;
  request_id: string;
  email_hash: string | null;
  orders_done_at: Date | null;
  log_done_at: Date | null;
  open_orders: OrderReference[];
  redacted_at: Date | null;
  completed_at: Date | null;
  next_at: Date;
}

const FIND = storeStatement('erasure-find', 'select * from erasure where store_id = $1 and customer_id = $2');
const LOCK = storeStatement(
  'erasure-lock',
  'select * from erasure where store_id = $1 and customer_id = $2 for update',
);
const SAVE = storeStatement(
  'erasure-upsert',
  `insert into erasure select * from json_populate_record(null::erasure, $2) r where r.store_id = $1
   on conflict (store_id, customer_id) do update set
     email_hash = excluded.email_hash, orders_done_at = excluded.orders_done_at, log_done_at = excluded.log_done_at,
     open_orders = excluded.open_orders, redacted_at = excluded.redacted_at, completed_at = excluded.completed_at,
     next_at = excluded.next_at`,
);
const POSTPONE = storeStatement(
  'erasure-update-next',
  'update erasure set next_at = $3 where store_id = $1 and customer_id = $2',
);

/** Across stores: erasures that are due, those that wait longest first; they are due again later, unless a step says otherwise. */
export const CLAIM_DUE: Statement = {
  name: 'erasure-claim-due',
  text: `update erasure e set next_at = $2 from (
     select store_id, customer_id from erasure where completed_at is null and next_at <= $1
     order by next_at limit $3 for update skip locked) due
   where e.store_id = due.store_id and e.customer_id = due.customer_id
   returning e.store_id as "storeId", e.customer_id as "customerId"`,
};

const msOf = (at: Date | null): number | undefined => at?.getTime();
const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

const fromRow = (row: ErasureRow): ErasureRecord => ({
  storeId: row.store_id,
  customerId: row.customer_id,
  requestedAtMs: row.requested_at.getTime(),
  actor: Actor.decode(row.actor),
  requestId: row.request_id,
  emailHash: row.email_hash ?? undefined,
  ordersDoneAtMs: msOf(row.orders_done_at),
  logDoneAtMs: msOf(row.log_done_at),
  openOrders: row.open_orders,
  redactedAtMs: msOf(row.redacted_at),
  completedAtMs: msOf(row.completed_at),
  nextAtMs: row.next_at.getTime(),
});

const toRow = (erasure: ErasureRecord) => ({
  store_id: erasure.storeId,
  customer_id: erasure.customerId,
  requested_at: new Date(erasure.requestedAtMs),
  actor: `\\x${Buffer.from(Actor.encode(erasure.actor).finish()).toString('hex')}`,
  request_id: erasure.requestId,
  email_hash: erasure.emailHash ?? null,
  orders_done_at: dateOf(erasure.ordersDoneAtMs),
  log_done_at: dateOf(erasure.logDoneAtMs),
  open_orders: erasure.openOrders,
  redacted_at: dateOf(erasure.redactedAtMs),
  completed_at: dateOf(erasure.completedAtMs),
  next_at: new Date(erasure.nextAtMs),
});

/** The erasure of a customer; undefined when the customer was not erased. */
export async function erasureFind(
  db: Queryable,
  storeId: string,
  customerId: string,
): Promise<ErasureRecord | undefined> {
  const [row] = await db.rows<ErasureRow>(FIND, [storeId, customerId]);
  return row && fromRow(row);
}

/** The same, the row locked until the end of the transaction. */
export async function erasureLock(
  tx: Queryable,
  storeId: string,
  customerId: string,
): Promise<ErasureRecord | undefined> {
  const [row] = await tx.rows<ErasureRow>(LOCK, [storeId, customerId]);
  return row && fromRow(row);
}

/** Writes an erasure, which is new or locked by this transaction. */
export async function erasureSave(tx: Queryable, erasure: ErasureRecord): Promise<void> {
  await tx.rows(SAVE, [erasure.storeId, JSON.stringify(toRow(erasure))]);
}

/** Sets when the next step is due. */
export async function erasurePostpone(
  db: Queryable,
  storeId: string,
  customerId: string,
  next: Date,
): Promise<void> {
  await db.rows(POSTPONE, [storeId, customerId, next]);
}

/** Claims erasures that are due, until a time at which another process may take over. */
export function erasureClaimDue(
  db: Queryable,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<{ storeId: string; customerId: string }[]> {
  return db.rows(CLAIM_DUE, [now, claimedUntil, limit]);
}
