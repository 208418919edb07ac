import type { JsMsg } from '@nats-io/jetstream';
import { encodedEventsOf } from './messages.ts';

/** An event of a delivered message. Either `settle` or `postpone` is called for it, once. */
export interface ReceivedEvent {
  encoded: Uint8Array;
  /** Its id if it cannot be decoded. */
  readonly fallbackId: string;
  /** Subject of its message. */
  subject: string;
  /** How often its message was delivered, this time included. */
  deliveryCount: number;
  /** Ends an event that was handled or parked. */
  settle(): void;
  /** Ends an event that is to be handled again. @param pauseMs minimum time until then, in ms */
  postpone(pauseMs: number): void;
}

/** The settled events of messages that are to be delivered again: by stream sequence, their indexes. */
export type SettledEvents = Map<number, Set<number>>;

/**
 * The events of a delivered message that are not yet settled. When the last of them ends, the message is acknowledged, or delivered
 * again with those that were postponed.
 * @param settledEvents is updated
 */
export function receivedEventsOf(message: JsMsg, settledEvents: SettledEvents): ReceivedEvent[] {
  const { seq, subject, info } = message;
  const { deliveryCount, stream } = info;
  const settled = settledEvents.get(seq) ?? new Set<number>();
  const all = [...encodedEventsOf(message.data).entries()];
  const events = all.filter(([index]) => !settled.has(index));
  let unfinished = events.length;
  let againMs: number | undefined;
  const end = () => {
    if (--unfinished > 0) return;
    if (againMs === undefined) {
      settledEvents.delete(seq);
      message.ack();
    } else {
      settledEvents.set(seq, settled);
      message.nak(againMs);
    }
  };
  return events.map(([index, encoded]) => ({
    encoded,
    // The client parses headers when they are read, and those of most messages are not needed.
    get fallbackId() {
      const id = message.headers?.get('Nats-Msg-Id') || `${stream}:${seq}`;
      return index === 0 ? id : `${id}:${index}`;
    },
    subject,
    deliveryCount,
    settle: () => {
      settled.add(index);
      end();
    },
    postpone: (pauseMs) => {
      againMs = Math.max(pauseMs, againMs ?? 0);
      end();
    },
  }));
}
