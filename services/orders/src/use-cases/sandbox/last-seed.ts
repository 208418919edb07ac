import { StartSeedRequest, type SeedSize } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { BulkJobProgress } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../../deps.ts';
import { SEED_STORE } from '../../domain/sandbox/seed-job.ts';

/** The last start of the sample data of a store; undefined for a store that never had any. */
export async function lastSeed(
  { jobs }: Pick<Deps, 'jobs'>,
  storeId: string,
): Promise<(BulkJobProgress & { size: SeedSize }) | undefined> {
  const [last] = await jobs.list(storeId, [SEED_STORE], '', 1);
  return last && { ...last, size: StartSeedRequest.decode(last.request).size };
}

/** @throws Fault `sandbox_busy` while the sample data is being made */
export function requireIdle(last: Pick<BulkJobProgress, 'state'> | undefined): void {
  if (last?.state !== 'running') return;
  throw conflict('sandbox_busy', 'The sample data is being made. Try again when it is ready.');
}
