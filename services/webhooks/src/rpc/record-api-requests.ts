import type {
  RecordApiRequestsRequest,
  RecordApiRequestsResponse,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requireTime } from '../domain/replay.ts';
import { apiRequestFailureInsertMany } from '../store/api-request-failure.ts';
import { apiRequestBatchInsert, apiRequestHourAdd } from '../store/api-request.ts';

export const recordApiRequests =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Handler<RecordApiRequestsRequest, RecordApiRequestsResponse> =>
  async (_ctx, { batchId, hourMs, routes, failures }) => {
    requireTime('hour_ms', hourMs);
    await db.transaction(async (tx) => {
      if (!(await apiRequestBatchInsert(tx, batchId, new Date(clock.now())))) return;
      await apiRequestHourAdd(tx, new Date(hourMs), routes);
      await apiRequestFailureInsertMany(tx, failures);
    });
    return {};
  };
