import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Transaction } from '../db/database.ts';
import { storeStatement, type Statement } from '../db/statement.ts';
import type { Fault } from '../fault.ts';
import { RECORD_LIFETIME_MS, type KeyOwner } from './idempotency.ts';

/** An event in the outbox. */
export interface OutboxEvent {
  storeId: string;
  eventId: string;
  subject: string;
  message: Uint8Array;
}

const OUTBOX = `insert into outbox (store_id, event_id, subject, message)
   select * from unnest($E1::text[], $E2::text[], $E3::text[], $E4::bytea[])`;

const outboxFrom = (first: number): string =>
  OUTBOX.replace(/\$E(\d)/g, (_, n: string) => `$${first + Number(n) - 1}`);

const ADD_EVENTS: Statement = { name: 'outbox-insert-many', text: outboxFrom(1) };

/** Inserts an idempotency record and the events of its transaction. */
// Rows are inserted in the order of unnest, so events of one transaction keep their order.
export const RECORD_AND_EVENTS = storeStatement(
  'idempotency_record-insert-with_events',
  `with recorded as (
     insert into idempotency_record as r
       (store_id, actor_id, key, fingerprint, response, fault, presentation, expires_at, subject_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $10)
     on conflict (store_id, actor_id, key) do update set
       fingerprint = excluded.fingerprint, response = excluded.response, fault = excluded.fault,
       presentation = excluded.presentation, expires_at = excluded.expires_at, subject_id = excluded.subject_id
       where r.store_id = $1 and r.expires_at <= $9
     returning 1
   ), published as (${outboxFrom(11)})
   select from recorded`,
);

const columns = (events: OutboxEvent[]) => [
  events.map((event) => event.storeId),
  events.map((event) => event.eventId),
  events.map((event) => event.subject),
  events.map((event) => Buffer.from(event.message)),
];

/** Inserts the events of a transaction into the outbox. */
export async function writeEvents(tx: Transaction, events: OutboxEvent[]): Promise<void> {
  if (events.length > 0) await tx.rows(ADD_EVENTS, columns(events));
}

/**
 * Inserts the record of a keyed write together with its events.
 * @returns false when another transaction recorded the key first; this one must then roll back
 */
export async function writeRecord(
  tx: Transaction,
  owner: KeyOwner,
  { key, fingerprint, presentation }: Idempotency,
  answer: { response: Uint8Array; subjectId: string | undefined } | { fault: Fault },
  events: OutboxEvent[],
  nowMs: number,
): Promise<boolean> {
  const [response, fault, subjectId] =
    'response' in answer
      ? [Buffer.from(answer.response), null, answer.subjectId]
      : [null, storedFault(answer.fault)];
  const rows = await tx.rows(RECORD_AND_EVENTS, [
    owner.storeId,
    owner.actorId,
    key,
    Buffer.from(fingerprint),
    response,
    fault,
    presentation,
    new Date(nowMs + RECORD_LIFETIME_MS),
    new Date(nowMs),
    subjectId ?? null,
    ...columns(events),
  ]);
  return rows.length > 0;
}

// A refusal may quote its input, and jsonb accepts neither NUL nor unpaired surrogates.
const storedFault = ({ code, message, details }: Fault): string =>
  JSON.stringify({ code, message, details }, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  );
