import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { statement, type Statement } from '../db/statement.ts';

const BATCH = 1_000;
/** Longer than a stream keeps an event, so every event that can still be delivered is still known. */
const INBOX_LIFETIME_MS = 14 * 24 * 3600 * 1000;

const EXPIRE_RECORDS = statement(
  'idempotency_record-delete-expired',
  `delete from idempotency_record where ctid = any(array(
    select ctid from idempotency_record where expires_at <= $1 limit ${BATCH})) returning 1`,
);

const EXPIRE_INBOX = statement(
  'inbox-delete-expired',
  `delete from inbox where ctid = any(array(select ctid from inbox where handled_at <= $1 limit ${BATCH})) returning 1`,
);

/** Deletes expired idempotency and inbox records, in batches. */
export async function expireRecords(db: Database, clock: Clock): Promise<void> {
  await inBatches(db, EXPIRE_RECORDS, new Date(clock.now()));
  await inBatches(db, EXPIRE_INBOX, new Date(clock.now() - INBOX_LIFETIME_MS));
}

async function inBatches(db: Database, expiring: Statement, until: Date): Promise<void> {
  for (;;) if ((await db.rows(expiring, [until])).length < BATCH) return;
}
