import { Event, EventBatch } from '@commerce/proto/commerce/common/v1/event.ts';

/** A message with events, as the relay publishes it. */
export const messageOf = (...events: Event[]): Uint8Array =>
  EventBatch.encode({ events: events.map((event) => Buffer.from(Event.encode(event).finish())) }).finish();

/** The events of a published message. */
export const eventsOf = (message: Uint8Array): Event[] =>
  EventBatch.decode(message).events.map((event) => Event.decode(event));
