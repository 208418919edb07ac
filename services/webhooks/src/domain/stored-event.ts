import type { PublicEvent } from '@commerce/public-api/events/event.ts';

/** An event as it is kept. Its `data` is built at send time, from the event and its resource. */
export interface StoredEvent extends PublicEvent {
  traceparent: string;
}
