import { SeedState } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import type { BulkJobProgress } from '@commerce/service-kit/jobs/bulk-jobs.ts';

/** Kind of the job that makes the sample data of a test store; its request is the StartSeedRequest. */
export const SEED_STORE = 'seed_store';

/** State of the sample data, by that of its job. */
export const SEED_STATES: Readonly<Record<BulkJobProgress['state'], SeedState>> = {
  running: SeedState.SEEDING,
  done: SeedState.READY,
  failed: SeedState.FAILED,
};
