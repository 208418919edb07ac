import {
  ReplayRangeResponse,
  type ReplayRangeRequest,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { requireRange, webhookDisabled } from '../domain/replay.ts';
import { ofApp, REPLAY_RANGE } from '../jobs/replay-range.ts';
import { endpointListSubscriptions } from '../store/endpoint-list-subscriptions.ts';
import { replayItemInsertFailed } from '../store/replay-item.ts';
import type { Deps } from '../deps.ts';

/**
 * What is replayed are the deliveries made in the range whose state is dead or cancelled at this moment, as one statement sees them and
 * keeps them. One that is retrying is not among them: it has failed so far, but is still to be sent by itself.
 */
export const replayRange =
  ({ writer, clock, jobs }: Deps): Handler<ReplayRangeRequest, ReplayRangeResponse> =>
  (ctx, { appId, fromMs, toMs }) =>
    writer.write(ctx, ReplayRangeResponse, async (unit) => {
      requireRange(fromMs, toMs);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined) throw notFound();
      if (endpoint.disabled) throw webhookDisabled();
      const setId = newId('job');
      const range = { appId, fromMs, toMs, mandatory: MANDATORY_TYPES };
      const total = await replayItemInsertFailed(unit, setId, range, clock.now());
      const replayId = await jobs.start(unit, ofApp(ctx, appId), REPLAY_RANGE, Buffer.from(setId), total);
      return { replayId, total };
    });
