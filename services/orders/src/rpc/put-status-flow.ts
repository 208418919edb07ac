import {
  PutStatusFlowResponse,
  type PutStatusFlowRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import { flowOf, hasStatus } from '../domain/status-flow.ts';
import { ordersInStatuses, statusFlowFind, statusFlowReplace } from '../store/status-flow.ts';
import type { Deps } from '../deps.ts';
import { flowVersion } from './get-status-flow.ts';

export const putStatusFlow =
  ({ writer, stamp }: Deps): Handler<PutStatusFlowRequest, PutStatusFlowResponse> =>
  (ctx, { steps, expectedVersion }) =>
    writer.write(ctx, PutStatusFlowResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const flow = flowOf(steps);
      // Whoever brings an order into a status holds the stamp too, and looks at the flow once more under it.
      await stamp(unit, storeId);
      const before = await statusFlowFind(unit, storeId);
      requireVersion(expectedVersion, flowVersion(before));
      const gone = before.map(({ status }) => status).filter((status) => !hasStatus(flow, status));
      const inUse = await ordersInStatuses(unit, storeId, gone);
      if (inUse.length > 0)
        throw conflict('status_in_use', `Orders are in a status that would go: ${inUse.join(', ')}.`);
      await statusFlowReplace(unit, storeId, flow);
      return { steps: [...flow], version: flowVersion(flow) };
    });
