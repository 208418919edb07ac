import {
  GetReplayResponse_State as State,
  type GetReplayRequest,
  type GetReplayResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

const STATES = { running: State.RUNNING, done: State.DONE, failed: State.FAILED } as const;

export const getReplay =
  ({ jobs }: Pick<Deps, 'jobs'>): Handler<GetReplayRequest, GetReplayResponse> =>
  async (_ctx, { appId, replayId }) => {
    // The app id takes the place of the store id (appJobContext).
    const { state, id: _, ...progress } = await jobs.progress(appId, replayId);
    return { ...progress, state: STATES[state] };
  };
