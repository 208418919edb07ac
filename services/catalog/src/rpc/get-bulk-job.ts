import type { GetBulkJobRequest, GetBulkJobResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

export const getBulkJob =
  ({ jobs }: Pick<Deps, 'jobs'>): Handler<GetBulkJobRequest, GetBulkJobResponse> =>
  (ctx, { id }) =>
    jobs.progress(storeOf(ctx), id);
