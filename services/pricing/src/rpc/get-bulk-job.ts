import {
  GetBulkJobResponse_State as State,
  type GetBulkJobRequest,
  type GetBulkJobResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from './deps.ts';

const STATES = { running: State.RUNNING, done: State.DONE, failed: State.FAILED } as const;

export const getBulkJob =
  ({ jobs }: Deps): Handler<GetBulkJobRequest, GetBulkJobResponse> =>
  async (ctx, { jobId }) => {
    const { state, id: _, ...progress } = await jobs.progress(storeOf(ctx), jobId);
    return { ...progress, state: STATES[state] };
  };
