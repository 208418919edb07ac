import {
  ReplayDeliveryResponse,
  type ReplayDeliveryRequest,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { eventNotKept, installationUninstalled, webhookDisabled } from '../domain/replay.ts';
import { closedInstallationList } from '../store/closed-installation.ts';
import { deliveryFind } from '../store/delivery-find.ts';
import { deliveryReplayMany } from '../store/delivery-replay.ts';
import { endpointListSubscriptions } from '../store/endpoint-list-subscriptions.ts';
import { feedClockHold } from '../store/feed-clock-hold.ts';
import type { Deps } from '../deps.ts';

export const replayDelivery =
  (deps: Deps): Handler<ReplayDeliveryRequest, ReplayDeliveryResponse> =>
  async (ctx, { appId, deliveryId }) => {
    const { writer, clock, partitions, wake } = deps;
    const nowMs = clock.now();
    const day = await partitions.ready(nowMs);
    const answer = await writer.write(ctx, ReplayDeliveryResponse, async (unit) => {
      const old = await deliveryFind(unit, appId, deliveryId);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (old === undefined || endpoint === undefined) throw notFound();
      if (endpoint.disabled) throw webhookDisabled();
      const { store_id: storeId, installation_id: installationId, type } = old;
      // Whoever is not uninstalled now is not before the commit.
      await feedClockHold(unit, [storeId]);
      const closed = await closedInstallationList(unit, storeId, [installationId]);
      if (closed.has(installationId) && !MANDATORY_TYPES.includes(type)) throw installationUninstalled();
      const id = newId('dlv');
      const made = await deliveryReplayMany(unit, [{ oldId: old.id, newId: id }], day, nowMs);
      if (made === 0) throw eventNotKept();
      return { eventId: old.event_id, deliveryId: id };
    });
    wake();
    return answer;
  };
