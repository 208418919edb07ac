import { columnList, type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema, type LogErasure } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Subjects that attempts are searched for at a time. */
const MAX_LOCKED = 20;

/** An id to erase from the attempts of a store, and the time before which the attempts have been searched. */
type Progress = Pick<LogErasure, 'subjectId' | 'lookedTo'>;

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

// A running attempt is a delivery whose lease has not ended, cancelled or not; one that was recorded right before the end is
// committed by then + $4. Those claimed before the erasure was recorded hold a lease that ends by noted_at + $3.
export const LOG_ERASURE_SETTLE = storeStatement(
  'log_erasure-settle',
  `update log_erasure e set settled_at = $2 where store_id = $1 and settled_at is null and not exists (
     select from delivery d where d.state in ('pending', 'retrying', 'cancelled') and d.store_id = $1
       and d.leased_until > $2::timestamptz - $4 * interval '1 millisecond'
       and d.leased_until <= e.noted_at + $3 * interval '1 millisecond')`,
);

/** Settles the store's erasures for which no attempt claimed before them is still running or being committed. */
export async function logErasureSettle(
  db: Queryable,
  storeId: string,
  now: Date,
  leaseMs: number,
  commitMs: number,
): Promise<void> {
  await db.rows(LOG_ERASURE_SETTLE, [storeId, now, leaseMs, commitMs]);
}

const LOCK_NEXT = storeStatement(
  'log_erasure-lock-next',
  `select subject_id, looked_to from log_erasure where store_id = $1 and looked_to <= settled_at
   order by looked_to limit ${MAX_LOCKED} for update skip locked`,
);

/** Locks the next settled erasures of a store until the end of the transaction, those with the least progress first. */
export async function logErasureLockNext(tx: Queryable, storeId: string): Promise<Progress[]> {
  return (await tx.rows<Columns<Progress>>(LOCK_NEXT, [storeId])).map((row) => fromColumns<Progress>(row));
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

/** The number of these ids that are not erased yet. */
export function logErasureCountOpen(prisma: Prisma, storeId: string, subjectIds: string[]): Promise<number> {
  const { settledAt } = prisma.acrossStores.logErasure.fields;
  return prisma.forStore(storeId).logErasure.count({
    where: {
      subjectId: { in: subjectIds },
      OR: [{ settledAt: null }, { lookedTo: { lte: settledAt } }],
    },
  });
}

/** Deletes finished erasures of a store that are older than the log itself. */
export async function logErasureDeleteExpired(prisma: Prisma, storeId: string, before: Date): Promise<void> {
  const { settledAt } = prisma.acrossStores.logErasure.fields;
  await prisma.forStore(storeId).logErasure.deleteMany({
    where: { notedAt: { lt: before }, lookedTo: { gt: settledAt } },
  });
}
