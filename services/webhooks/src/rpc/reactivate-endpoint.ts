import type {
  ReactivateEndpointRequest,
  ReactivateEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { deliveryCancelNextOfDisabled, deliveryResumeOfApp } from '../store/delivery.ts';
import { endpointActivate } from '../store/endpoint-health.ts';
import { endpointFind } from '../store/endpoint.ts';

export const reactivateEndpoint =
  ({
    db,
    prisma,
    writer,
    clock,
    wakeDispatcher,
  }: Deps): Handler<ReactivateEndpointRequest, ReactivateEndpointResponse> =>
  async (ctx, { appId }) => {
    const nowMs = clock.now();
    // Ordinary deliveries that the job has not cancelled yet, and those that were created while the endpoint was being
    // disabled. In batches, because there may be too many for one transaction; a repeated call continues.
    while ((await deliveryCancelNextOfDisabled(db, appId, nowMs, MANDATORY_TYPES)) > 0);
    const resumedDeliveries = await writer.change(ctx, async (unit) => {
      if (!(await endpointActivate(prisma, appId, new Date(nowMs)))) return 0;
      return deliveryResumeOfApp(unit, appId, nowMs);
    });
    wakeDispatcher([appId]);
    const endpoint = await endpointFind(prisma, appId);
    if (endpoint === undefined) throw notFound();
    return { endpoint, resumedDeliveries };
  };
