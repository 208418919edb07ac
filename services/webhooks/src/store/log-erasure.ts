import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Most subjects that attempts are searched for at once. */
const MAX_TAKEN = 20;

/** An id to erase from the attempts of a store, and how far they have been searched. */
export interface LogErasure {
  subjectId: string;
  /** Attempts that started before it have been searched. */
  lookedTo: Date;
}

const INSERT = storeStatement(
  'log_erasure-insert-many',
  `insert into log_erasure select * from json_populate_recordset(null::log_erasure, $2) r where r.store_id = $1
   on conflict do nothing`,
);

/** Records ids to erase; those that are recorded stay as they are. @param lookedTo when the first attempt to search may have started */
export async function logErasureInsertMany(
  tx: Queryable,
  storeId: string,
  subjectIds: string[],
  now: Date,
  lookedTo: Date,
): Promise<void> {
  const rows = subjectIds.map((subject_id) => ({
    store_id: storeId,
    subject_id,
    noted_at: now,
    settled_at: null,
    looked_to: lookedTo,
  }));
  await tx.rows(INSERT, [storeId, JSON.stringify(rows)]);
}

// A running attempt is a delivery whose lease has not ended. Those claimed before the note hold a lease that ends by noted_at + $3.
const SETTLE = storeStatement(
  'log_erasure-settle',
  `update log_erasure e set settled_at = $2 where store_id = $1 and settled_at is null and not exists (
     select from delivery d where d.state in ('pending', 'retrying') and d.store_id = $1
       and d.leased_until > $2 and d.leased_until <= e.noted_at + $3 * interval '1 millisecond')`,
);

/** Marks the store's erasures of which no attempt claimed before them is running any more. */
export async function logErasureSettle(
  db: Queryable,
  storeId: string,
  now: Date,
  leaseMs: number,
): Promise<void> {
  await db.rows(SETTLE, [storeId, now, leaseMs]);
}

const TAKE = storeStatement(
  'log_erasure-take',
  `select subject_id as "subjectId", looked_to as "lookedTo" from log_erasure
   where store_id = $1 and looked_to <= settled_at
   order by looked_to limit ${MAX_TAKEN} for update skip locked`,
);

/** Takes settled erasures of a store, the least searched first; others take them only after the transaction. */
export function logErasureTake(tx: Queryable, storeId: string): Promise<LogErasure[]> {
  return tx.rows(TAKE, [storeId]);
}

const RECORD_LOOKED = storeStatement(
  'log_erasure-record-looked',
  `update log_erasure set looked_to = $3 where store_id = $1 and subject_id = any($2) and looked_to < $3`,
);

/** Records that the store's attempts that started before a time have been searched for these ids. */
export async function logErasureRecordLooked(
  tx: Queryable,
  storeId: string,
  subjectIds: string[],
  lookedTo: Date,
): Promise<void> {
  await tx.rows(RECORD_LOOKED, [storeId, subjectIds, lookedTo]);
}

const COUNT_OPEN = storeStatement(
  'log_erasure-count-open',
  `select count(*)::int as open from log_erasure
   where store_id = $1 and subject_id = any($2) and (settled_at is null or looked_to <= settled_at)`,
);

/** How many of these ids are still to be erased. */
export async function logErasureCountOpen(
  db: Queryable,
  storeId: string,
  subjectIds: string[],
): Promise<number> {
  return (await db.rows<{ open: number }>(COUNT_OPEN, [storeId, subjectIds]))[0]!.open;
}

const DELETE_OLD = storeStatement(
  'log_erasure-delete-old',
  'delete from log_erasure where store_id = $1 and noted_at < $2 and looked_to > settled_at',
);

/** Removes finished erasures of a store that are older than the log itself. */
export async function logErasureDeleteOld(db: Queryable, storeId: string, before: Date): Promise<void> {
  await db.rows(DELETE_OLD, [storeId, before]);
}
