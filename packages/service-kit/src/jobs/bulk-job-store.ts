import type { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Queryable } from '../db/database.ts';
import { statement, storeStatement } from '../db/statement.ts';

/** A row of `bulk_job`. */
export interface BulkJobRow {
  store_id: string;
  id: string;
  kind: string;
  request: Buffer;
  context: Buffer;
  state: EnumName<typeof BulkJobState>;
  total: number;
  done: number;
  position: string;
  failure: string | null;
  started_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'store_id, id, kind, request, context, state, total, done, position, failure, started_at, updated_at';

const INSERT = storeStatement(
  'bulk_job-insert',
  `insert into bulk_job (store_id, id, kind, request, context, state, total, keeps_last, started_at, updated_at, leased_until)
   select $1, $2, $3, $4, $5, 'running', $6, $7, $8, $8, $8 where not exists (
     select from bulk_job where store_id = $1 and id = $2)`,
);
const FIND = storeStatement(
  'bulk_job-find',
  `select ${COLUMNS} from bulk_job where store_id = $1 and id = $2`,
);
// Ids sort by creation time.
const LIST = storeStatement(
  'bulk_job-list-by_kind',
  `select ${COLUMNS} from bulk_job where store_id = $1 and kind = any($2) and ($3 = '' or id < $3) order by id desc limit $4`,
);
const LEASE = statement(
  'bulk_job-lease',
  `update bulk_job set leased_until = $2 where (store_id, id) in (
     select store_id, id from bulk_job where state = 'running' and leased_until <= $1
     order by leased_until for update skip locked limit 1)
   returning ${COLUMNS}`,
);
const FIND_WAITING = statement(
  'bulk_job-find-waiting',
  `select 1 from bulk_job where state = 'running' and leased_until <= $1 limit 1`,
);
const LOCK_LEASED = storeStatement(
  'bulk_job-lock-leased',
  `select ${COLUMNS} from bulk_job where store_id = $1 and id = $2 and state = 'running' and leased_until = $3 for update`,
);
const EXTEND = storeStatement(
  'bulk_job-extend-lease',
  `update bulk_job set leased_until = $4
   where store_id = $1 and id = $2 and state = 'running' and leased_until = $3 returning 1`,
);
const ADVANCE = storeStatement(
  'bulk_job-advance',
  `update bulk_job set done = done + $3, position = $4, state = $5, updated_at = $6, leased_until = $7,
     failed_attempts = 0, failing_since = null
   where store_id = $1 and id = $2`,
);
const RECORD_FAILURE = storeStatement(
  'bulk_job-record-failure',
  `update bulk_job set failed_attempts = failed_attempts + 1, failing_since = coalesce(failing_since, $4)
   where store_id = $1 and id = $2 and state = 'running' and leased_until = $3
   returning failed_attempts, failing_since`,
);
const FAIL = storeStatement(
  'bulk_job-fail',
  `update bulk_job set state = 'failed', failure = $4, updated_at = $5
   where store_id = $1 and id = $2 and state = 'running' and leased_until = $3 returning ${COLUMNS}`,
);
// Requests are large, so a batch has few rows. Ended jobs do not change: `updated_at` is the time of their end.
const DELETE_BATCH = 100;
const DELETE_ENDED = statement(
  'bulk_job-delete-ended',
  `delete from bulk_job where ctid = any(array(
    select j.ctid from bulk_job j where j.state <> 'running' and j.updated_at <= $1
      and (not j.keeps_last or exists (
        select from bulk_job n where n.store_id = j.store_id and n.id > j.id and n.kind = j.kind))
    limit ${DELETE_BATCH})) returning 1`,
);

/** Adds a job that any process may lease immediately. */
export async function bulkJobInsert(
  tx: Queryable,
  job: Pick<BulkJobRow, 'store_id' | 'id' | 'kind' | 'request' | 'context' | 'total'> & {
    keeps_last: boolean;
  },
  now: Date,
): Promise<void> {
  const { store_id, id, kind, request, context, total, keeps_last } = job;
  await tx.rows(INSERT, [store_id, id, kind, request, context, total, keeps_last, now]);
}

/** A job of a store. */
export async function bulkJobFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<BulkJobRow | undefined> {
  return (await db.rows<BulkJobRow>(FIND, [storeId, id]))[0];
}

/** Jobs of the given kinds before an id, newest first; an empty id starts with the newest. */
export async function bulkJobList(
  db: Queryable,
  storeId: string,
  kinds: string[],
  beforeId: string,
  limit: number,
): Promise<BulkJobRow[]> {
  return db.rows<BulkJobRow>(LIST, [storeId, kinds, beforeId, limit]);
}

/** Leases a running job that no process works on. */
export async function bulkJobLease(db: Queryable, now: Date, until: Date): Promise<BulkJobRow | undefined> {
  return (await db.rows<BulkJobRow>(LEASE, [now, until]))[0];
}

/** Reports whether a job waits for a process. */
export async function bulkJobIsWaiting(db: Queryable, now: Date): Promise<boolean> {
  return (await db.rows(FIND_WAITING, [now])).length > 0;
}

/** The job, locked; undefined when the lease was lost. */
export async function bulkJobLockLeased(
  tx: Queryable,
  { store_id, id }: BulkJobRow,
  leasedUntil: Date,
): Promise<BulkJobRow | undefined> {
  return (await tx.rows<BulkJobRow>(LOCK_LEASED, [store_id, id, leasedUntil]))[0];
}

/** Changes the end of the lease of a job. @returns false when the lease was lost */
export async function bulkJobExtend(
  db: Queryable,
  { store_id, id }: BulkJobRow,
  leasedUntil: Date,
  until: Date,
): Promise<boolean> {
  return (await db.rows(EXTEND, [store_id, id, leasedUntil, until])).length > 0;
}

/** Records the progress of a part and the position of the next. */
export async function bulkJobAdvance(
  tx: Queryable,
  { store_id, id }: BulkJobRow,
  { done, position, state }: Pick<BulkJobRow, 'done' | 'position' | 'state'>,
  now: Date,
  leasedUntil: Date,
): Promise<void> {
  await tx.rows(ADVANCE, [store_id, id, done, position, state, now, leasedUntil]);
}

/**
 * Records an unexpected error of a job.
 * @returns the number and the time of the first of such errors in a row; undefined when the lease was lost
 */
export async function bulkJobRecordFailure(
  db: Queryable,
  { store_id, id }: BulkJobRow,
  leasedUntil: Date,
  now: Date,
): Promise<{ failed_attempts: number; failing_since: Date } | undefined> {
  const rows = await db.rows<{ failed_attempts: number; failing_since: Date }>(RECORD_FAILURE, [
    store_id,
    id,
    leasedUntil,
    now,
  ]);
  return rows[0];
}

/** Ends a job as failed. @returns the job; undefined when the lease was lost */
export async function bulkJobFail(
  tx: Queryable,
  { store_id, id }: BulkJobRow,
  leasedUntil: Date,
  failure: string,
  now: Date,
): Promise<BulkJobRow | undefined> {
  return (await tx.rows<BulkJobRow>(FAIL, [store_id, id, leasedUntil, failure, now]))[0];
}

/** Deletes some of the jobs that ended before a time. @returns whether there may be more */
export async function bulkJobDeleteEnded(db: Queryable, before: Date): Promise<boolean> {
  return (await db.rows(DELETE_ENDED, [before])).length === DELETE_BATCH;
}
