import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { StoredEvent } from '../domain/stored-event.ts';
import type { Event as EventModel } from '../generated/prisma/client.ts';
import { MANDATORY } from './finished-delivery.ts';

/** Columns of `eventColumns`, in their order. */
export const NEW_EVENT_COLUMNS =
  'id, type, subject_id, occurred_at, actor_kind, actor_id, actor_app_id, request_id, traceparent, payload';

/** Events as parameters, each an array of one column. */
export function eventColumns(events: readonly Event[]): unknown[] {
  const actors = events.map(({ actor }) => actor ?? systemActor);
  return [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ subjectId }) => subjectId),
    events.map(({ occurredAtMs }) => new Date(occurredAtMs)),
    actors.map(({ kind }) => kind),
    actors.map(({ id }) => id),
    actors.map(({ appId }) => appId),
    events.map(({ requestId }) => requestId),
    events.map(({ traceparent }) => traceparent),
    events.map(({ payload }) => Buffer.from(payload)),
  ];
}

const INSERT = statement(
  'event-insert',
  `insert into event (day, store_id, ${NEW_EVENT_COLUMNS})
    select $1::date, $2::text, * from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::smallint[],
      $8::text[], $9::text[], $10::text[], $11::text[], $12::bytea[])
    on conflict do nothing`,
);

/** Inserts an event into the partition of a day. */
export async function eventInsert(tx: Queryable, day: string, event: Event): Promise<void> {
  await tx.rows(INSERT, [day, event.storeId, ...eventColumns([event])]);
}

type EventRow = Columns<
  Pick<EventModel, 'id' | 'storeId' | 'type' | 'subjectId' | 'occurredAt' | 'traceparent' | 'payload'>
>;

// Across stores: a process claims deliveries of several together. The day selects the partition.
const FIND_MANY = statement(
  'event-find-many',
  `select e.id, e.store_id, e.type, e.subject_id, e.occurred_at, e.traceparent, e.payload
    from unnest($1::date[], $2::text[]) as k (day, id) join event e on e.day = k.day and e.id = k.id`,
);

/** Events by id; an event that is no longer kept is missing from the result. */
export async function eventFindMany(
  db: Queryable,
  keys: readonly { eventDay: string; eventId: string }[],
): Promise<Map<string, StoredEvent>> {
  const distinct = [...new Map(keys.map((key) => [key.eventId, key])).values()];
  const rows = await db.rows<EventRow>(FIND_MANY, [
    distinct.map(({ eventDay }) => eventDay),
    distinct.map(({ eventId }) => eventId),
  ]);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

const fromRow = (row: EventRow): StoredEvent => ({
  id: row.id,
  type: row.type,
  occurredAtMs: row.occurred_at.getTime(),
  storeId: row.store_id,
  subjectId: row.subject_id,
  payload: row.payload,
  traceparent: row.traceparent,
});

const CARRY_OVER = statement(
  'event-carry_over',
  `with waiting as (
      select distinct event_day, event_id from delivery_log
      where type in ${MANDATORY} and state <> 'delivered' and not is_test and created_at < $3 and event_day < $1
    ), carried as (
      insert into event (day, id, store_id, type, subject_id, occurred_at, actor_kind, actor_id, actor_app_id, request_id,
        traceparent, payload)
      select $2, e.id, e.store_id, e.type, e.subject_id, e.occurred_at, e.actor_kind, e.actor_id, e.actor_app_id,
        e.request_id, e.traceparent, e.payload
      from waiting w join event e on e.day = w.event_day and e.id = w.event_id
      on conflict do nothing
    ), finished as (
      update finished_delivery d set event_day = $2 from waiting w where d.event_id = w.event_id and d.event_day = w.event_day
    )
    update delivery d set event_day = $2 from waiting w where d.event_id = w.event_id and d.event_day = w.event_day`,
);

/**
 * Moves the undelivered mandatory events out of the partitions that are about to be dropped.
 * @param firstKept the earliest day that is kept
 * @param today the day that they are moved to; its partition exists
 * @param createdBeforeMs later deliveries cannot belong to the dropped days
 */
export async function eventCarryOver(
  db: Queryable,
  firstKept: string,
  today: string,
  createdBeforeMs: number,
): Promise<void> {
  await db.rows(CARRY_OVER, [firstKept, today, new Date(createdBeforeMs)]);
}
