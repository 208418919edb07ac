import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { installationActivityRecord } from '../store/installation-activity.ts';
import { rateBucketListLastRequests } from '../store/rate-bucket.ts';

const EVERY_MS = 5 * 60_000;

/** Records the last activity of installations. The rate buckets know it, so that requests need not write it. */
export const recordActivityJob = ({ db, limits }: Pick<Deps, 'db' | 'limits'>): IntervalJob => ({
  name: 'record activity',
  everyMs: EVERY_MS,
  async run() {
    for await (const requests of rateBucketListLastRequests(limits))
      await installationActivityRecord(db, requests, EVERY_MS);
  },
});
