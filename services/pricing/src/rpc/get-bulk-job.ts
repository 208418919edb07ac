import {
  GetBulkJobResponse_State as State,
  type GetBulkJobRequest,
  type GetBulkJobResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { BulkJobProgress } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';

const STATES = { running: State.RUNNING, done: State.DONE, failed: State.FAILED } as const;

/** How far an operation is, as it is told. */
export function progressMessage(job: BulkJobProgress): GetBulkJobResponse {
  const { state, id: _, ...progress } = job;
  return { ...progress, state: STATES[state] };
}

export const getBulkJob =
  ({ jobs }: Deps): Handler<GetBulkJobRequest, GetBulkJobResponse> =>
  async (ctx, { jobId }) =>
    progressMessage(await jobs.progress(storeOf(ctx), jobId));
