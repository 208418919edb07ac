import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const BATCH = 1_000;

const EXPIRE = statement(
  'idempotency_record-delete-expired',
  `delete from idempotency_record where ctid = any(array(
    select ctid from idempotency_record where expires_at <= $1 limit ${BATCH})) returning 1`,
);

/** Deletes expired idempotency records, in batches. */
export async function expireRecords(db: Database, clock: Clock): Promise<void> {
  const until = new Date(clock.now());
  while ((await db.rows(EXPIRE, [until])).length === BATCH);
}
