import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { GetBulkJobRequest, GetBulkJobResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

export const getBulkJob =
  ({ jobs }: Pick<Deps, 'jobs'>): Handler<GetBulkJobRequest, GetBulkJobResponse> =>
  async (ctx, request) => {
    const { id: _, state, ...progress } = await jobs.progress(storeOf(ctx), request.id);
    return { ...progress, state: enumValue(BulkJobState, state) };
  };
