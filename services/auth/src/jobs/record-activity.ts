import type { Deps } from '../deps.ts';
import { recordActivity as record } from '../store/installation-activity-record.ts';
import { listLastRequests } from '../store/rate-bucket-list.ts';

/** How often the last activity of an installation is written at most, in ms. */
export const ACTIVITY_MS = 5 * 60_000;

/** Notes when the installations were active last: the rate buckets know, so that requests have nothing to write. */
export async function recordActivity({ database, limits }: Pick<Deps, 'database' | 'limits'>): Promise<void> {
  for await (const requests of listLastRequests(limits)) await record(database, requests, ACTIVITY_MS);
}
