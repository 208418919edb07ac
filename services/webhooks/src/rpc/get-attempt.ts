import type {
  GetAttemptRequest,
  GetAttemptResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireTime } from '../domain/replay.ts';
import { attemptFind } from '../store/attempt-list.ts';
import { deliveryFind } from '../store/delivery-find.ts';
import { toDelivery } from '../store/delivery-row.ts';
import type { Deps } from '../deps.ts';
import { toAttempt } from './get-delivery.ts';

export const getAttempt =
  ({ db }: Pick<Deps, 'db'>): Handler<GetAttemptRequest, GetAttemptResponse> =>
  async (_ctx, { appId, deliveryId, startedAtMs }) => {
    requireTime('started_at', startedAtMs);
    const delivery = await deliveryFind(db, appId, deliveryId);
    const attempt = delivery && (await attemptFind(db, deliveryId, startedAtMs));
    if (delivery === undefined || attempt === undefined) throw notFound();
    return { delivery: toDelivery(delivery), attempt: toAttempt(delivery, attempt) };
  };
