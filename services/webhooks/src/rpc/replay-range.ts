import {
  ReplayRangeResponse,
  type ReplayRangeRequest,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { appSuspended } from '../domain/app-suspension.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { appJobContext, REPLAY_RANGE, requireRange, webhookDisabled } from '../domain/replay.ts';
import { endpointListSubscriptions } from '../store/endpoint.ts';
import { replayItemInsertFailed } from '../store/replay-item.ts';

/**
 * Replays the deliveries created in the range that are dead or cancelled now, according to one statement that also
 * keeps them. One that is retrying is not replayed, because it will be sent anyway.
 */
export const replayRange =
  ({ writer, clock, jobs }: Deps): Handler<ReplayRangeRequest, ReplayRangeResponse> =>
  (ctx, { appId, fromMs, toMs }) =>
    writer.write(ctx, ReplayRangeResponse, async (unit) => {
      requireRange(fromMs, toMs);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined) throw notFound();
      if (endpoint.disabled) throw webhookDisabled();
      if (endpoint.suspended) throw appSuspended();
      const setId = newId('job');
      const range = { appId, fromMs, toMs, mandatory: MANDATORY_TYPES };
      const total = await replayItemInsertFailed(unit, setId, range, clock.now());
      const replayId = await jobs.start(
        unit,
        appJobContext(ctx, appId),
        REPLAY_RANGE,
        Buffer.from(setId),
        total,
      );
      return { replayId, total };
    });
