import type {
  GetEndpointRequest,
  GetEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { endpointFind } from '../store/endpoint.ts';

export const getEndpoint =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<GetEndpointRequest, GetEndpointResponse> =>
  async (_ctx, { appId }) => {
    const endpoint = await endpointFind(prisma, appId);
    if (endpoint === undefined) throw notFound();
    return { endpoint };
  };
