import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { toFault } from '../grpc/status.ts';
import type { Logger } from '../logger.ts';
import { bulkJobRecordFailure, type BulkJobRow } from './bulk-job-store.ts';

/** A job fails after this many unexpected errors in a row, over at least this time. */
const MAX_ATTEMPTS = 10;
const MIN_FAILING_MS = 3_600_000;

/**
 * Records a failed part, and reports whether the job is not tried again. Errors of an outage do not count: the database
 * or another service is unavailable, or a call timed out.
 */
export async function isGivenUp(
  { db, clock, logger }: { db: Database; clock: Clock; logger: Logger },
  job: BulkJobRow,
  leasedUntil: Date,
  err: unknown,
): Promise<boolean> {
  if (toFault(err).code !== 'server_error') return false;
  const now = new Date(clock.now());
  const failures = await bulkJobRecordFailure(db, job, leasedUntil, now).catch(() => undefined);
  if (failures === undefined) return false;
  const { failed_attempts: attempts, failing_since: since } = failures;
  if (attempts < MAX_ATTEMPTS || now.getTime() - since.getTime() < MIN_FAILING_MS) return false;
  logger.error({ err, job: job.id, kind: job.kind, attempts }, 'bulk job keeps failing, giving up');
  return true;
}
