import {
  PutStatusFlowResponse,
  type PutStatusFlowRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import { flowOf, flowVersion, hasStatus, stepsOf } from '../domain/status-flow.ts';
import type { Deps } from '../deps.ts';
import { orderListStatusesInUse } from '../store/order-list.ts';
import { statusFlowFind, statusFlowReplace } from '../store/status-flow.ts';

export const putStatusFlow =
  ({ prisma, writer, stamp }: Deps): Handler<PutStatusFlowRequest, PutStatusFlowResponse> =>
  (ctx, { steps, expectedVersion }) =>
    writer.write(ctx, PutStatusFlowResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const flow = flowOf(steps);
      // Status changes of orders take the stamp too, and check the flow again under it.
      await stamp(unit, storeId);
      const before = await statusFlowFind(unit, storeId);
      requireVersion(expectedVersion, flowVersion(before));
      const removed = before.map(({ status }) => status).filter((status) => !hasStatus(flow, status));
      const inUse = await orderListStatusesInUse(unit, storeId, removed);
      if (inUse.length > 0)
        throw conflict('status_in_use', `Orders are in a status that would be removed: ${inUse.join(', ')}.`);
      await statusFlowReplace(prisma, storeId, flow);
      return { steps: stepsOf(flow), version: flowVersion(flow) };
    });
