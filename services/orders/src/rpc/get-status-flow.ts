import type {
  GetStatusFlowRequest,
  GetStatusFlowResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import type { Deps } from './deps.ts';

export const getStatusFlow =
  ({ db }: Deps): Handler<GetStatusFlowRequest, GetStatusFlowResponse> =>
  async (ctx) => ({ steps: [...(await statusFlowFind(db, storeOf(ctx)))] });
