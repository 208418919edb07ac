import {
  ReplayDeliveryResponse,
  type ReplayDeliveryRequest,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { appSuspended } from '../domain/app-suspension.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { eventNotKept, installationUninstalled, storeSuspended, webhookDisabled } from '../domain/replay.ts';
import { closedInstallationList } from '../store/closed-installation.ts';
import { deliveryFind } from '../store/delivery-log.ts';
import { deliveryReplayMany } from '../store/delivery.ts';
import { endpointListSubscriptions } from '../store/endpoint.ts';
import { feedClockLockMany } from '../store/feed-clock.ts';
import { suspendedStoreList } from '../store/suspended-store.ts';

export const replayDelivery =
  (deps: Deps): Handler<ReplayDeliveryRequest, ReplayDeliveryResponse> =>
  async (ctx, { appId, deliveryId }) => {
    const { db, writer, clock, partitions, wakeDispatcher } = deps;
    const nowMs = clock.now();
    const day = await partitions.ensure(nowMs);
    const response = await writer.write(ctx, ReplayDeliveryResponse, async (unit) => {
      const old = await deliveryFind(db, appId, deliveryId);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (old === undefined || endpoint === undefined) throw notFound();
      if (endpoint.disabled) throw webhookDisabled();
      const { storeId, installationId, type } = old;
      const isMandatory = MANDATORY_TYPES.includes(type);
      if (endpoint.suspended && !isMandatory) throw appSuspended();
      // The installation cannot be closed between this check and the commit.
      await feedClockLockMany(unit, [storeId]);
      const closed = await closedInstallationList(unit, storeId, [installationId]);
      if (closed.has(installationId) && !isMandatory) throw installationUninstalled();
      const suspended = await suspendedStoreList(unit, [storeId]);
      if (suspended.has(storeId) && !isMandatory) throw storeSuspended();
      const id = newId('dlv');
      const count = await deliveryReplayMany(unit, [{ oldId: old.id, newId: id }], day, nowMs);
      if (count === 0) throw eventNotKept();
      return { eventId: old.eventId, deliveryId: id };
    });
    wakeDispatcher([appId]);
    return response;
  };
