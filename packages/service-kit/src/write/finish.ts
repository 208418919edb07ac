import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Transaction } from '../db/database.ts';
import { statement, storeStatement } from '../db/statement.ts';
import type { Fault } from '../fault.ts';
import { RECORD_LIFETIME_MS, type KeyOwner, type OwnedKey } from './idempotency.ts';

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

const ADD_EVENTS = statement('outbox-insert-many', outboxFrom(1));

/** Columns that take the place of those of an expired record. */
const REPLACED = `fingerprint = excluded.fingerprint, response = excluded.response, fault = excluded.fault,
       presentation = excluded.presentation, expires_at = excluded.expires_at, subject_id = excluded.subject_id`;

/** Inserts an idempotency record and the events of its transaction. */
// Rows are inserted in the order of unnest, so events of one transaction keep their order.
export const RECORD_AND_EVENTS = storeStatement(
  'idempotency_record-insert-with_events',
  `with recorded as (
     insert into idempotency_record as r
       (store_id, actor_id, key, fingerprint, response, fault, presentation, expires_at, subject_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $10)
     on conflict (store_id, actor_id, key) do update set
       ${REPLACED}
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
  answer: NewRecord['answer'],
  events: OutboxEvent[],
  nowMs: number,
): Promise<boolean> {
  const { response, fault, subjectId } = storedAnswer(answer);
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
    subjectId,
    ...columns(events),
  ]);
  return rows.length > 0;
}

const RECORDS_AND_EVENTS = storeStatement(
  'idempotency_record-insert-many-with_events',
  `with recorded as (
     insert into idempotency_record as r
       (store_id, actor_id, key, fingerprint, response, fault, presentation, subject_id, expires_at)
     select $1, n.actor_id, n.key, n.fingerprint, n.response, n.fault::jsonb, n.presentation, n.subject_id, $9
     from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::text[], $7::text[], $8::text[])
       as n (actor_id, key, fingerprint, response, fault, presentation, subject_id)
     on conflict (store_id, actor_id, key) do update set
       ${REPLACED}
       where r.store_id = $1 and r.expires_at <= $10
     returning 1
   ), published as (${outboxFrom(11)})
   select from recorded`,
);

/** The record of a keyed write: its response, or the refusal. */
export interface NewRecord {
  key: OwnedKey;
  answer: { response: Uint8Array; subjectId: string | undefined } | { fault: Fault };
}

/**
 * Inserts the records of keyed writes of a store together with their events.
 * @returns false when another transaction recorded one of the keys first; this one must then roll back
 */
export async function writeRecords(
  tx: Transaction,
  storeId: string,
  records: readonly NewRecord[],
  events: OutboxEvent[],
  nowMs: number,
): Promise<boolean> {
  const answers = records.map(({ answer }) => storedAnswer(answer));
  const rows = await tx.rows(RECORDS_AND_EVENTS, [
    storeId,
    records.map(({ key }) => key.actorId),
    records.map(({ key }) => key.key),
    records.map(({ key }) => Buffer.from(key.fingerprint)),
    answers.map(({ response }) => response),
    answers.map(({ fault }) => fault),
    records.map(({ key }) => key.presentation),
    answers.map(({ subjectId }) => subjectId),
    new Date(nowMs + RECORD_LIFETIME_MS),
    new Date(nowMs),
    ...columns(events),
  ]);
  return rows.length === records.length;
}

/** The columns of an answer. */
const storedAnswer = (answer: NewRecord['answer']) =>
  'response' in answer
    ? { response: Buffer.from(answer.response), fault: null, subjectId: answer.subjectId ?? null }
    : { response: null, fault: storedFault(answer.fault), subjectId: null };

// A refusal may quote its input, and jsonb accepts neither NUL nor unpaired surrogates.
const storedFault = ({ code, message, details }: Fault): string =>
  JSON.stringify({ code, message, details }, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  );
