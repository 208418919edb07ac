import type { Attempt, Delivery } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { headersOf } from '@commerce/public-api/events/request.ts';

/** An attempt as it was logged. */
export interface LoggedAttempt {
  number: number;
  startedAtMs: number;
  durationMs: number;
  url: string;
  status: number | undefined;
  error: string | undefined;
  response: Buffer;
  /** In seconds since 1970; undefined, with the signatures, when nothing was signed. */
  signedAtS: number | undefined;
  signature: string | undefined;
  webhookSignature: string | undefined;
  /** Undefined when nothing was sent, once it was erased, and when the attempt was recorded after its lease. */
  body: Buffer | undefined;
}

/** An attempt of a delivery as a message, with its request. */
export function attemptMessage(delivery: Delivery, attempt: LoggedAttempt): Attempt {
  return {
    number: attempt.number,
    startedAtMs: attempt.startedAtMs,
    durationMs: attempt.durationMs,
    url: attempt.url,
    status: attempt.status,
    error: attempt.error,
    response: attempt.response,
    headers: sentHeaders(delivery, attempt),
    body: attempt.body ?? Buffer.alloc(0),
    // An attempt that was not signed had no body to erase.
    isForgotten: attempt.signedAtS !== undefined && attempt.body === undefined,
  };
}

/** The headers as they were sent, built again from the logged signature. */
function sentHeaders(delivery: Delivery, attempt: LoggedAttempt): Attempt['headers'] {
  const { signedAtS: timestamp, signature, webhookSignature, body } = attempt;
  const isComplete = timestamp !== undefined && signature !== undefined && webhookSignature !== undefined;
  if (!isComplete || body === undefined) return [];
  const headers = headersOf(
    { ...delivery, deliveryId: delivery.id },
    { timestamp, signature, webhookSignature, body },
  );
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
