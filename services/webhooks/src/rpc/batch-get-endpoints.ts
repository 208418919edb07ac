import type {
  BatchGetEndpointsRequest,
  BatchGetEndpointsResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { endpointFindMany } from '../store/endpoint.ts';

const MAX_APPS = 200;

export const batchGetEndpoints =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<BatchGetEndpointsRequest, BatchGetEndpointsResponse> =>
  async (_ctx, { appIds }) => {
    if (appIds.length > MAX_APPS) throw invalid('app_ids', `Must be at most ${MAX_APPS} apps.`);
    return { endpoints: await endpointFindMany(prisma, appIds) };
  };
