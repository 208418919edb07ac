import type {
  ReactivateEndpointRequest,
  ReactivateEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { deliveryCancelOfApp, deliveryResumeOfApp } from '../store/delivery.ts';
import { endpointActivate } from '../store/endpoint-health.ts';
import { endpointFind } from '../store/endpoint.ts';

export const reactivateEndpoint =
  ({
    prisma,
    writer,
    clock,
    wakeDispatcher,
  }: Deps): Handler<ReactivateEndpointRequest, ReactivateEndpointResponse> =>
  async (ctx, { appId }) => {
    const nowMs = clock.now();
    const resumedDeliveries = await writer.change(ctx, async (unit) => {
      if (!(await endpointActivate(prisma, appId, new Date(nowMs)))) return 0;
      // Ordinary deliveries that were created while the endpoint was being disabled.
      await deliveryCancelOfApp(unit, appId, nowMs, MANDATORY_TYPES);
      return deliveryResumeOfApp(unit, appId, nowMs);
    });
    wakeDispatcher();
    const endpoint = await endpointFind(prisma, appId);
    if (endpoint === undefined) throw notFound();
    return { endpoint, resumedDeliveries };
  };
