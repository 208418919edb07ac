import { columnList, type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { CLOCK_SKEW_MS, COMMIT_MS, LEASE_MS } from '../domain/lease.ts';
import { Prisma as Schema, type LogErasure } from '../generated/prisma/client.ts';
import { endedSince } from './finished-delivery.ts';
import type { Prisma } from './prisma.ts';

/** Subjects that attempts are searched for at a time. */
const MAX_LOCKED = 20;

/** An id to erase from the attempts of a store, when that was recorded, and the time before which the attempts have been searched. */
type Progress = Pick<LogErasure, 'subjectId' | 'notedAt' | 'lookedTo'>;

/** An attempt that was claimed before an erasure was recorded starts within this time after it, in ms. */
export const CLAIMED_MS = LEASE_MS + CLOCK_SKEW_MS;

/** SQL condition that attempts are left to search. @param claimedMs parameter with `CLAIMED_MS` */
const isLeft = (claimedMs: string): string =>
  `looked_to < noted_at + ${claimedMs} * interval '1 millisecond'`;

const COLUMNS = columnList(Schema.LogErasureScalarFieldEnum);

const INSERT_MANY = storeStatement(
  'log_erasure-insert-many',
  `insert into log_erasure (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::log_erasure, $2) r where r.store_id = $1
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

const isRunning = `d.leased_until > $2::timestamptz - $4 * interval '1 millisecond'
       and d.leased_until <= e.noted_at + $3 * interval '1 millisecond'`;

// A running attempt is a delivery whose lease has not ended, cancelled or not; one that was recorded right before the end is
// committed by then + $4. Those claimed before the erasure was recorded hold a lease that ends by noted_at + $3.
export const LOG_ERASURE_SETTLE = storeStatement(
  'log_erasure-settle',
  `update log_erasure e set settled_at = $2 where store_id = $1 and settled_at is null and not exists (
     select from delivery d where d.store_id = $1 and ${isRunning}
   ) and not exists (
     select from finished_delivery d where d.store_id = $1 and d.state = 'cancelled' and ${isRunning}
       and d.finished_at > ${endedSince('$2::timestamptz')})`,
);

/** Settles the store's erasures for which no attempt claimed before them is still running or being committed. */
export async function logErasureSettle(db: Queryable, storeId: string, now: Date): Promise<void> {
  await db.rows(LOG_ERASURE_SETTLE, [storeId, now, CLAIMED_MS, COMMIT_MS]);
}

const LOCK_NEXT = storeStatement(
  'log_erasure-lock-next',
  `select subject_id, noted_at, looked_to from log_erasure
   where store_id = $1 and settled_at is not null and ${isLeft('$2')}
   order by looked_to limit ${MAX_LOCKED} for update skip locked`,
);

/** Locks the next settled erasures of a store until the end of the transaction, those with the least progress first. */
export async function logErasureLockNext(tx: Queryable, storeId: string): Promise<Progress[]> {
  const rows = await tx.rows<Columns<Progress>>(LOCK_NEXT, [storeId, CLAIMED_MS]);
  return rows.map((row) => fromColumns<Progress>(row));
}

/** Records that the store's attempts that started before a time have been searched for these ids. */
export async function logErasureRecordSearched(
  prisma: Prisma,
  storeId: string,
  subjectIds: string[],
  searchedTo: Date,
): Promise<void> {
  await prisma.forStore(storeId).logErasure.updateMany({
    where: { subjectId: { in: subjectIds }, lookedTo: { lt: searchedTo } },
    data: { lookedTo: searchedTo },
  });
}

const HAS_OPEN = storeStatement(
  'log_erasure-has_open',
  `select exists (select from log_erasure
     where store_id = $1 and subject_id = any($3) and (settled_at is null or ${isLeft('$2')})) as open`,
);

/** Reports whether one of these ids is not erased yet. */
export async function logErasureHasOpen(
  db: Queryable,
  storeId: string,
  subjectIds: string[],
): Promise<boolean> {
  const [row] = await db.rows<{ open: boolean }>(HAS_OPEN, [storeId, CLAIMED_MS, subjectIds]);
  return row!.open;
}

const DELETE_EXPIRED = storeStatement(
  'log_erasure-delete-expired',
  `delete from log_erasure where store_id = $1 and noted_at < $3 and settled_at is not null and not ${isLeft('$2')}`,
);

/** Deletes finished erasures of a store that are older than the log itself. */
export async function logErasureDeleteExpired(db: Queryable, storeId: string, before: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [storeId, CLAIMED_MS, before]);
}
