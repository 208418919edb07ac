import type {
  GetAttemptRequest,
  GetAttemptResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { attemptMessage } from '../domain/attempt-message.ts';
import { requireTime } from '../domain/replay.ts';
import { attemptFind } from '../store/attempt.ts';
import { deliveryFind } from '../store/delivery-log.ts';

export const getAttempt =
  ({ db, prisma }: Pick<Deps, 'db' | 'prisma'>): Handler<GetAttemptRequest, GetAttemptResponse> =>
  async (_ctx, { appId, deliveryId, startedAtMs }) => {
    requireTime('started_at', startedAtMs);
    const delivery = await deliveryFind(db, appId, deliveryId);
    const attempt = delivery && (await attemptFind(prisma, deliveryId, startedAtMs));
    if (delivery === undefined || attempt === undefined) throw notFound();
    return { delivery, attempt: attemptMessage(delivery, attempt) };
  };
