import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { SendPingRequest, SendPingResponse } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { currentTraceparent } from '@commerce/service-kit/telemetry.ts';
import type { Deps } from '../deps.ts';
import { appSuspended } from '../domain/app-suspension.ts';
import { deliveryInsertMany } from '../store/delivery.ts';
import { endpointListSubscriptions } from '../store/endpoint.ts';
import { eventInsert } from '../store/event.ts';

export const sendPing =
  ({ writer, clock, partitions, wakeDispatcher }: Deps): Handler<SendPingRequest, SendPingResponse> =>
  async (ctx, { appId }) => {
    const nowMs = clock.now();
    const day = await partitions.ensure(nowMs);
    const event: Event = {
      id: newId('evt'),
      type: 'ping',
      occurredAtMs: nowMs,
      storeId: '',
      actor: ctx.actor,
      subjectId: appId,
      requestId: ctx.requestId,
      traceparent: currentTraceparent(),
      payload: Buffer.alloc(0),
    };
    const deliveryId = newId('dlv');
    await writer.change(ctx, async (unit) => {
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined) throw notFound();
      if (endpoint.disabled)
        throw conflict('webhook_disabled', 'The endpoint is disabled; reactivate it before you ping it.');
      if (endpoint.suspended) throw appSuspended();
      await eventInsert(unit, day, event);
      const delivery = { id: deliveryId, appId, installationId: '', eventId: event.id, eventDay: day };
      await deliveryInsertMany(unit, '', nowMs, [{ ...delivery, type: 'ping', seesCosts: false }]);
    });
    wakeDispatcher([appId]);
    return { eventId: event.id, deliveryId };
  };
