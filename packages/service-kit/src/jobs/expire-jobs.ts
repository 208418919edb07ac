import type { Clock } from '../clock.ts';
import { daysBefore } from '../days.ts';
import type { Database } from '../db/database.ts';
import { bulkJobDeleteEnded } from './bulk-job-store.ts';

/** As long as deliveries, which replays are about, and imports. */
const KEPT_DAYS = 30;

/** Deletes bulk jobs that ended long ago, in batches. */
export async function expireJobs(db: Database, clock: Clock): Promise<void> {
  const before = new Date(daysBefore(clock.now(), KEPT_DAYS));
  while (await bulkJobDeleteEnded(db, before));
}
