import { EventBatch } from '@commerce/proto/commerce/common/v1/event.ts';

/** Most events of a message. A consumer has up to 64 messages, and 30 seconds for what they contain (ADR 29). */
export const MAX_EVENTS = 16;
/** Size of a message that gets no further event, in bytes. */
const MAX_BYTES = 64 * 1024;

/** A row of the outbox. */
export interface OutboxRow {
  id: number;
  store_id: string;
  event_id: string;
  subject: string;
  /** The encoded event. */
  message: Buffer;
}

/** A message with events of the outbox. */
export interface EventMessage {
  subject: string;
  /** Its Nats-Msg-Id: messages with the same one contain the same events. */
  id: string;
  /** The encoded `EventBatch`. */
  message: Uint8Array;
  rows: OutboxRow[];
}

/** Makes messages of the events of a store: those of one type that follow each other share one. */
export function messagesOf(rows: readonly OutboxRow[]): EventMessage[] {
  const groups: OutboxRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const group = groups.at(-1);
    bytes += row.message.length;
    if (group?.[0]!.subject === row.subject && group.length < MAX_EVENTS && bytes <= MAX_BYTES)
      group.push(row);
    else {
      groups.push([row]);
      bytes = row.message.length;
    }
  }
  return groups.map((group) => ({
    subject: group[0]!.subject,
    id: group.map(({ event_id }) => event_id).join(','),
    message: EventBatch.encode({ events: group.map(({ message }) => message) }).finish(),
    rows: group,
  }));
}

/** The encoded events of a message; its bytes when they are not a batch, so that they are parked like a broken event. */
export function encodedEventsOf(message: Uint8Array): Uint8Array[] {
  try {
    const { events } = EventBatch.decode(message);
    return events.length > 0 ? events : [message];
  } catch {
    return [message];
  }
}
