import { headersOf, signBody } from '@commerce/public-api/events/request.ts';

const TIMEOUT_MS = 5_000;

/** The fields of an event that a listener shows and signs. */
export interface ForwardedEvent {
  id: string;
  type: string;
  created_at: string;
  store_id: string;
}

/**
 * Sends an event as the platform sends webhooks (contract, section 6, "Request headers"), signed with the secret of the command line.
 * @returns the answer, for people
 */
export async function forward(
  url: string,
  { event, body, secret }: { event: ForwardedEvent; body: string; secret: string },
): Promise<string> {
  const { id: eventId, type, store_id: storeId } = event;
  const content = {
    type,
    eventId,
    // No delivery of the platform has this id.
    deliveryId: eventId.replace(/^evt_/, 'dlv_'),
    storeId,
    isTest: false,
    nowMs: Date.now(),
    body: Buffer.from(body),
  };
  const startedAt = performance.now();
  const took = (): string => `${Math.round(performance.now() - startedAt)} ms`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(content, signBody(content, { current: secret })),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return `${response.status} in ${took()}`;
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string; message: string } };
    if (name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
    return `no response: ${cause?.code ?? cause?.message ?? name}`;
  }
}
