import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { MAX_EVENT_BYTES } from '../events/nats.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../telemetry.ts';
import type { OutboxEvent } from './finish.ts';

/** An event to emit; the rest of its envelope comes from the context. */
export interface EventDraft {
  /** E.g. `product.updated`. */
  type: string;
  /** Id of the changed resource. */
  subjectId: string;
  /** Encoded message of the event type. */
  payload: Uint8Array;
  /** Stamp of the change from the store's clock; defaults to the current time. */
  occurredAtMs?: number;
  /** The store, if the context has none. */
  storeId?: string;
}

/** A transaction that can emit events. */
export interface Unit extends Queryable {
  /**
   * Adds an event that is committed with the transaction. Events of one store are published in the order of
   * `emit`.
   */
  emit(event: EventDraft): void;
  /**
   * Sets the person whose data the response contains, so that an erasure finds the idempotency record: see
   * `eraseFromRecords`.
   */
  concerns(subjectId: string | undefined): void;
}

/** Rows that a transaction writes in addition to its effect. */
export interface PendingWrites {
  events: OutboxEvent[];
  subjectId: string | undefined;
}

/** The unit of a transaction. @param pending receives the events and the subject */
export function unitOf(
  { service, clock }: { service: string; clock: Clock },
  tx: Transaction,
  ctx: Context,
  pending: PendingWrites,
): Unit {
  return {
    rows: (statement, values) => tx.rows(statement, values),
    emit: ({ type, subjectId, payload, occurredAtMs = clock.now(), storeId = ctx.storeId }) => {
      const id = newId('evt');
      const { actor, requestId } = ctx;
      const traceparent = currentTraceparent();
      const message = Event.encode({
        id,
        type,
        occurredAtMs,
        storeId,
        actor,
        subjectId,
        requestId,
        traceparent,
        payload: Buffer.from(payload),
      }).finish();
      requirePublishable(type, message);
      pending.events.push({ storeId, eventId: id, subject: subjectOf(service, type, storeId), message });
    },
    concerns: (subjectId) => void (pending.subjectId = subjectId),
  };
}

/**
 * Refuses an event that NATS would refuse, so that the outbox contains only publishable events.
 * @throws Fault `payload_too_large`
 */
function requirePublishable(type: string, { length }: Uint8Array): void {
  if (length <= MAX_EVENT_BYTES) return;
  throw new Fault(
    'payload_too_large',
    `The change is too large: its event ${type} has ${length} bytes, at most ${MAX_EVENT_BYTES} are allowed.`,
  );
}

/** Subject of an event; `_` stands for no store. */
export function subjectOf(service: string, type: string, storeId: string): string {
  return `commerce.${service}.${type}.${storeId || '_'}`;
}
