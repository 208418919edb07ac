import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Subjects that attempts are searched for at a time. */
const MAX_LOCKED = 20;

/** An id to erase from the attempts of a store, and the progress of the search. */
export interface LogErasure {
  subjectId: string;
  /** Attempts that started before it have been searched. */
  searchedTo: Date;
}

const INSERT_MANY = storeStatement(
  'log_erasure-insert-many',
  `insert into log_erasure select * from json_populate_recordset(null::log_erasure, $2) r where r.store_id = $1
   on conflict do nothing`,
);

/** Records ids to erase; existing ones stay as they are. @param searchFrom start time of the first attempt to search */
export async function logErasureInsertMany(
  tx: Queryable,
  storeId: string,
  subjectIds: string[],
  now: Date,
  searchFrom: Date,
): Promise<void> {
  const rows = subjectIds.map((subject_id) => ({
    store_id: storeId,
    subject_id,
    noted_at: now,
    settled_at: null,
    looked_to: searchFrom,
  }));
  await tx.rows(INSERT_MANY, [storeId, JSON.stringify(rows)]);
}

// A running attempt is a delivery whose lease has not ended. Those claimed before the erasure was recorded hold a lease
// that ends by noted_at + $3.
const SETTLE = storeStatement(
  'log_erasure-settle',
  `update log_erasure e set settled_at = $2 where store_id = $1 and settled_at is null and not exists (
     select from delivery d where d.state in ('pending', 'retrying') and d.store_id = $1
       and d.leased_until > $2 and d.leased_until <= e.noted_at + $3 * interval '1 millisecond')`,
);

/** Settles the store's erasures for which no attempt claimed before them is still running. */
export async function logErasureSettle(
  db: Queryable,
  storeId: string,
  now: Date,
  leaseMs: number,
): Promise<void> {
  await db.rows(SETTLE, [storeId, now, leaseMs]);
}

const LOCK_NEXT = storeStatement(
  'log_erasure-lock-next',
  `select subject_id as "subjectId", looked_to as "searchedTo" from log_erasure
   where store_id = $1 and looked_to <= settled_at
   order by looked_to limit ${MAX_LOCKED} for update skip locked`,
);

/** Locks the next settled erasures of a store until the end of the transaction, those with the least progress first. */
export function logErasureLockNext(tx: Queryable, storeId: string): Promise<LogErasure[]> {
  return tx.rows(LOCK_NEXT, [storeId]);
}

const RECORD_SEARCHED = storeStatement(
  'log_erasure-record-searched',
  `update log_erasure set looked_to = $3 where store_id = $1 and subject_id = any($2) and looked_to < $3`,
);

/** Records that the store's attempts that started before a time have been searched for these ids. */
export async function logErasureRecordSearched(
  tx: Queryable,
  storeId: string,
  subjectIds: string[],
  searchedTo: Date,
): Promise<void> {
  await tx.rows(RECORD_SEARCHED, [storeId, subjectIds, searchedTo]);
}

const COUNT_OPEN = storeStatement(
  'log_erasure-count-open',
  `select count(*)::int as open from log_erasure
   where store_id = $1 and subject_id = any($2) and (settled_at is null or looked_to <= settled_at)`,
);

/** The number of these ids that are not erased yet. */
export async function logErasureCountOpen(
  db: Queryable,
  storeId: string,
  subjectIds: string[],
): Promise<number> {
  return (await db.rows<{ open: number }>(COUNT_OPEN, [storeId, subjectIds]))[0]!.open;
}

const DELETE_EXPIRED = storeStatement(
  'log_erasure-delete-expired',
  'delete from log_erasure where store_id = $1 and noted_at < $2 and looked_to > settled_at',
);

/** Deletes finished erasures of a store that are older than the log itself. */
export async function logErasureDeleteExpired(db: Queryable, storeId: string, before: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [storeId, before]);
}
