import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type { GetReplayRequest, GetReplayResponse } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

export const getReplay =
  ({ jobs }: Pick<Deps, 'jobs'>): Handler<GetReplayRequest, GetReplayResponse> =>
  async (_ctx, { appId, replayId }) => {
    // The app id takes the place of the store id (appJobContext).
    const { state, id: _, ...progress } = await jobs.progress(appId, replayId);
    return { ...progress, state: enumValue(BulkJobState, state) };
  };
