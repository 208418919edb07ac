import type {
  GetDeliveryStatsRequest,
  GetDeliveryStatsResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireRange } from '../domain/replay.ts';
import { attemptStats } from '../store/attempt-stats.ts';
import type { Deps } from './deps.ts';

export const getDeliveryStats =
  ({ db }: Pick<Deps, 'db'>): Handler<GetDeliveryStatsRequest, GetDeliveryStatsResponse> =>
  async (_ctx, { appId, fromMs, toMs }) => {
    requireRange(fromMs, toMs);
    return { hours: await attemptStats(db, appId, fromMs, toMs) };
  };
