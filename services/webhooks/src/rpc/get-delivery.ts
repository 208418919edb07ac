import type {
  Attempt,
  GetDeliveryRequest,
  GetDeliveryResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { attemptMessage } from '../domain/attempt-message.ts';
import { dayOf } from '@commerce/service-kit/days.ts';
import { attemptList } from '../store/attempt.ts';
import { deliveryFind } from '../store/delivery-log.ts';

/** Most attempts in a response, so that their bodies of up to 256 KB fit into a message. */
const MAX_ATTEMPTS = 50;

export const getDelivery =
  ({ db, prisma }: Pick<Deps, 'db' | 'prisma'>): Handler<GetDeliveryRequest, GetDeliveryResponse> =>
  async (_ctx, { appId, deliveryId, withoutRequests }) => {
    const delivery = await deliveryFind(db, appId, deliveryId);
    if (delivery === undefined) throw notFound();
    const logged = await attemptList(prisma, deliveryId, dayOf(delivery.createdAtMs), MAX_ATTEMPTS);
    const attempts = logged.map((attempt) => attemptMessage(delivery, attempt));
    return { delivery, attempts: withoutRequests ? attempts.map(withoutRequest) : attempts };
  };

const withoutRequest = (attempt: Attempt): Attempt => ({ ...attempt, headers: [], body: Buffer.alloc(0) });
