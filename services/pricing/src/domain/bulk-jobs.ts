import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { type GetBulkJobResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { BulkJobProgress } from '@commerce/service-kit/jobs/bulk-jobs.ts';

/** Kind of the job that changes base prices or costs; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICES = 'change_prices';

/** Kind of the job that changes the fixed prices of a list; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICE_LIST = 'change_price_list';

/** Kind of the job that removes the fixed prices and the row of a deleted price list; its request is the list's id. */
export const PURGE_PRICE_LIST = 'purge_price_list';

/** Presents the progress of a job. */
export function toProgress(job: BulkJobProgress): GetBulkJobResponse {
  const { state, id: _, ...progress } = job;
  return { ...progress, state: enumValue(BulkJobState, state) };
}
