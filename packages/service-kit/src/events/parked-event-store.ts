import type { Queryable } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** Upper bound of the parked events metric. */
const MAX_COUNTED = 10_000;

/** A parked event without its message. */
export interface ParkedEvent {
  eventId: string;
  /** The publishing service. */
  source: string;
  type: string;
  storeId: string;
  subjectId: string;
  /** The last error, without personal data. */
  error: string;
  attempts: number;
  firstFailedAt: Date;
  lastFailedAt: Date;
}

/** Filter of parked events; empty and undefined conditions match all. */
export interface ParkedEventFilter {
  type: string;
  /** Substring of the error, case-insensitive. */
  error: string;
  failedSinceMs: number | undefined;
  failedBeforeMs: number | undefined;
}

const UPSERT = statement(
  'parked_event-upsert',
  `insert into parked_event as p (event_id, source, type, store_id, subject_id, message, error, attempts,
      first_failed_at, last_failed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (event_id) do update set error = excluded.error, attempts = p.attempts + excluded.attempts,
      last_failed_at = excluded.last_failed_at`,
);

const COLUMNS = `event_id as "eventId", source, type, store_id as "storeId", subject_id as "subjectId", error, attempts,
  first_failed_at as "firstFailedAt", last_failed_at as "lastFailedAt"`;
const MATCHES = `($1 = '' or type = $1) and ($2 = '' or strpos(lower(error), lower($2)) > 0)
  and last_failed_at >= $3 and last_failed_at < $4`;

const LIST = statement(
  'parked_event-list',
  `select ${COLUMNS} from parked_event where ${MATCHES} and (last_failed_at, event_id) < ($5, $6)
    order by last_failed_at desc, event_id desc limit $7`,
);

const LIST_IDS = statement(
  'parked_event-list-ids',
  `select event_id as "eventId" from parked_event where ${MATCHES} and event_id > $5 order by event_id limit $6`,
);

const FIND = statement(
  'parked_event-find',
  'select source, store_id as "storeId", message from parked_event where event_id = $1',
);

const DELETE = statement('parked_event-delete', 'delete from parked_event where event_id = $1');

const RECORD_FAILURE = statement(
  'parked_event-record-failure',
  `update parked_event set error = $2, attempts = attempts + 1, last_failed_at = $3 where event_id = $1`,
);

const COUNT = statement(
  'parked_event-count',
  `select source, count(*)::int as events from (select source from parked_event limit ${MAX_COUNTED}) p group by source`,
);

const END_OF_TIME_MS = 8.64e15 / 2;

/** Parks an event, or updates the error of one that is already parked. */
export async function parkedEventUpsert(
  db: Queryable,
  event: ParkedEvent & { message: Uint8Array },
): Promise<void> {
  const { eventId, source, type, storeId, subjectId, message, error, attempts } = event;
  await db.rows(UPSERT, [
    eventId,
    source,
    type,
    storeId,
    subjectId,
    Buffer.from(message),
    error,
    attempts,
    event.firstFailedAt,
    event.lastFailedAt,
  ]);
}

const conditions = ({
  type,
  error,
  failedSinceMs = 0,
  failedBeforeMs = END_OF_TIME_MS,
}: ParkedEventFilter) => [type, error, new Date(failedSinceMs), new Date(failedBeforeMs)];

/** Parked events after a position, most recent failure first. @param after undefined for the first page */
export function parkedEventList(
  db: Queryable,
  filter: ParkedEventFilter,
  after: { lastFailedAtMs: number; eventId: string } | undefined,
  limit: number,
): Promise<ParkedEvent[]> {
  const { lastFailedAtMs = END_OF_TIME_MS, eventId = '' } = after ?? {};
  return db.rows(LIST, [...conditions(filter), new Date(lastFailedAtMs), eventId, limit]);
}

/** Ids of parked events after an id, oldest event first. */
export async function parkedEventListIds(
  db: Queryable,
  filter: ParkedEventFilter,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ eventId: string }>(LIST_IDS, [...conditions(filter), afterId, limit]);
  return rows.map(({ eventId }) => eventId);
}

/** The message of a parked event, its store and the service that published it. */
export async function parkedEventFind(
  db: Queryable,
  eventId: string,
): Promise<{ source: string; storeId: string; message: Buffer } | undefined> {
  return (await db.rows<{ source: string; storeId: string; message: Buffer }>(FIND, [eventId]))[0];
}

/** Removes a parked event. */
export async function parkedEventDelete(tx: Queryable, eventId: string): Promise<void> {
  await tx.rows(DELETE, [eventId]);
}

/** Records a failed replay. */
export async function parkedEventRecordFailure(
  db: Queryable,
  eventId: string,
  error: string,
  at: Date,
): Promise<void> {
  await db.rows(RECORD_FAILURE, [eventId, error, at]);
}

/** The number of parked events by publishing service, counted up to 10,000. */
export function parkedEventCount(db: Queryable): Promise<{ source: string; events: number }[]> {
  return db.rows(COUNT, []);
}
