import { GetBulkJobResponse_State as State } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { GetBulkJobResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { BulkJobProgress } from '@commerce/service-kit/jobs/bulk-jobs.ts';

/** Kind of the job that changes base prices or costs; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICES = 'change_prices';

/** Kind of the job that changes the fixed prices of a list; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICE_LIST = 'change_price_list';

/** Kind of the job that removes the fixed prices and the row of a deleted price list; its request is the list's id. */
export const PURGE_PRICE_LIST = 'purge_price_list';

const STATES = { running: State.RUNNING, done: State.DONE, failed: State.FAILED } as const;

/** Presents the progress of a job. */
export function toProgress(job: BulkJobProgress): GetBulkJobResponse {
  const { state, id: _, ...progress } = job;
  return { ...progress, state: STATES[state] };
}
