import type {
  Attempt,
  GetDeliveryRequest,
  GetDeliveryResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { headersOf } from '../delivery/request.ts';
import { dayOf } from '../domain/day.ts';
import { attemptList, type AttemptRow } from '../store/attempt-list.ts';
import { deliveryFind } from '../store/delivery-find.ts';
import { toDelivery, type DeliveryRow } from '../store/delivery-row.ts';
import type { Deps } from '../deps.ts';

/** Most attempts that are told: their bodies, of up to 256 KB, must fit into an answer. */
const MAX_ATTEMPTS = 50;

export const getDelivery =
  ({ db }: Pick<Deps, 'db'>): Handler<GetDeliveryRequest, GetDeliveryResponse> =>
  async (_ctx, { appId, deliveryId, withoutRequests }) => {
    const delivery = await deliveryFind(db, appId, deliveryId);
    if (delivery === undefined) throw notFound();
    const attempts = await attemptList(db, deliveryId, dayOf(delivery.created_at.getTime()), MAX_ATTEMPTS);
    return {
      delivery: toDelivery(delivery),
      attempts: attempts.map((attempt) => {
        const told = toAttempt(delivery, attempt);
        return withoutRequests ? { ...told, headers: [], body: Buffer.alloc(0) } : told;
      }),
    };
  };

/** An attempt as it is told, with its request. */
export function toAttempt(delivery: DeliveryRow, attempt: AttemptRow): Attempt {
  return {
    number: attempt.number,
    startedAtMs: attempt.started_at.getTime(),
    durationMs: attempt.duration_ms,
    url: attempt.url,
    status: attempt.status ?? undefined,
    error: attempt.error ?? undefined,
    response: attempt.response,
    headers: sentHeaders(delivery, attempt),
    body: attempt.body ?? Buffer.alloc(0),
    // What was not sent was not signed either.
    isForgotten: attempt.signed_at !== null && attempt.body === null,
  };
}

/** The headers as they were sent: made again by what made them, of what was signed. */
function sentHeaders(delivery: DeliveryRow, attempt: AttemptRow): Attempt['headers'] {
  const { signed_at: timestamp, signature, webhook_signature: webhookSignature, body } = attempt;
  if (timestamp === null || signature === null || webhookSignature === null || body === null) return [];
  const what = {
    type: delivery.type,
    eventId: delivery.event_id,
    deliveryId: delivery.id,
    storeId: delivery.store_id,
    isTest: delivery.is_test,
    nowMs: attempt.started_at.getTime(),
    body,
  };
  const headers = headersOf(what, { timestamp, signature, webhookSignature, body });
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
