import type {
  GetApiFailureRequest,
  GetApiFailureResponse,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { apiRequestFailureFind } from '../store/api-request-failure.ts';

export const getApiFailure =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<GetApiFailureRequest, GetApiFailureResponse> =>
  async (_ctx, { appId, id }) => {
    const failure = await apiRequestFailureFind(prisma, appId, id);
    if (failure === undefined) throw notFound();
    return { failure };
  };
