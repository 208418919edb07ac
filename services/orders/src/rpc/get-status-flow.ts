import type {
  GetStatusFlowRequest,
  GetStatusFlowResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { flowVersion, stepsOf } from '../domain/status-flow.ts';
import type { Deps } from '../deps.ts';
import { statusFlowFind } from '../store/status-flow.ts';

export const getStatusFlow =
  ({ db }: Deps): Handler<GetStatusFlowRequest, GetStatusFlowResponse> =>
  async (ctx) => {
    const flow = await statusFlowFind(db, storeOf(ctx));
    return { steps: stepsOf(flow), version: flowVersion(flow) };
  };
