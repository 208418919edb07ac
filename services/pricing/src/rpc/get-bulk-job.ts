import type { GetBulkJobRequest, GetBulkJobResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toProgress } from '../domain/bulk-jobs.ts';

export const getBulkJob =
  ({ jobs }: Deps): Handler<GetBulkJobRequest, GetBulkJobResponse> =>
  async (ctx, { jobId }) =>
    toProgress(await jobs.progress(storeOf(ctx), jobId));
