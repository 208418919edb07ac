import type {
  ListApiFailuresRequest,
  ListApiFailuresResponse,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { requireTime } from '../domain/replay.ts';
import {
  apiRequestFailureList,
  apiRequestFailureListAdded,
  apiRequestFailureListOfRequest,
  type FailurePage,
} from '../store/api-request-failure.ts';

export const listApiFailures =
  ({ db }: Pick<Deps, 'db'>): Handler<ListApiFailuresRequest, ListApiFailuresResponse> =>
  async (_ctx, request) => {
    requireTime('from', request.fromMs ?? 0);
    requireTime('to', request.toMs ?? 0);
    const { failures, next } = await pageOf(db, request);
    return { failures, nextPageToken: encodePosition(next) };
  };

async function pageOf(db: Queryable, request: ListApiFailuresRequest): Promise<FailurePage> {
  const { appId, requestId, afterId, pageToken, storeId, route, status, code, fromMs, toMs } = request;
  const limit = pageSize(request.limit);
  if (requestId !== undefined)
    return {
      failures: await apiRequestFailureListOfRequest(db, appId, requestId, limit),
      next: undefined,
    };
  const filter = { storeId, route, status, code, fromMs, toMs };
  const position = decodePosition(pageToken);
  if (afterId === undefined) return apiRequestFailureList(db, appId, filter, position, limit);
  const [after = afterId] = (position ?? []) as [number?];
  return apiRequestFailureListAdded(db, appId, filter, after, limit);
}
