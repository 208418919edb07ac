import { Webhook } from 'standardwebhooks';
import { WebhookVerificationError } from './errors.ts';
import type { Event } from './generated/openapi.ts';

/** An event of one type, e.g. `EventOf<'order.paid'>`. */
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** Data of a delivery besides its event. */
export interface Delivery {
  /** Changes with each replay; the event's `id` does not. */
  id: string;
  /** The event was sent from the portal for a test: nothing changed in the store. */
  isTest: boolean;
}

type Handler<Type extends Event['type']> = (event: EventOf<Type>, delivery: Delivery) => void | Promise<void>;

/** Headers of a request, as Node.js or `fetch` have them. */
export type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Receiver of your app's webhooks: verifies each request and calls the handler of its type. Deliveries are repeated until a handler
 * returns, within 5 seconds, so an event may come twice: skip ids that you have processed, and queue long work.
 */
export class Webhooks {
  readonly #webhook: Webhook;
  readonly #handlers = new Map<string, (event: never, delivery: Delivery) => void | Promise<void>>();

  /** @param secret `whsec_…`, from the portal */
  constructor(secret: string) {
    this.#webhook = new Webhook(secret);
  }

  /** Sets the handler of a type, or of several; types without one are acknowledged. */
  on<Type extends Event['type']>(types: Type | readonly Type[], handler: Handler<Type>): this {
    for (const type of [types].flat()) this.#handlers.set(type, handler);
    return this;
  }

  /**
   * Verifies a request and calls the handler of its event. Throws `WebhookVerificationError`, or what the handler throws.
   * @param body as received, byte for byte
   */
  async receive(body: string | Uint8Array, headers: RequestHeaders): Promise<void> {
    const event = this.verify(body, headers);
    const delivery = {
      id: headerOf(headers, 'x-service-delivery') ?? '',
      isTest: headerOf(headers, 'x-service-test') === 'true',
    };
    await this.#handlers.get(event.type)?.(event as never, delivery);
  }

  /** The event of a request. Throws `WebhookVerificationError` if the signature does not match or is older than 5 minutes. */
  verify(body: string | Uint8Array, headers: RequestHeaders): Event {
    const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    try {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString();
      return this.#webhook.verify(
        text,
        Object.fromEntries(signed.map((name) => [name, headerOf(headers, name) ?? ''])),
      ) as Event;
    } catch (error) {
      throw new WebhookVerificationError((error as Error).message, { cause: error });
    }
  }
}

function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
