import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { inboxInsert } from '@commerce/service-kit/events/inbox.ts';
import type { UnsentReasonName } from '../domain/audience.ts';
import type { NewDelivery } from './delivery.ts';
import type { Subscription } from './endpoint.ts';
import { eventColumns, NEW_EVENT_COLUMNS } from './event.ts';

/** The installations and apps of a store whose state a fan-out needs. */
export interface Addressees {
  storeId: string;
  installationIds: readonly string[];
  appIds: readonly string[];
}

/** State of a store and its apps. */
export interface FanOutState {
  /** The last number of the store's feed, which changes with `suspended` and `closed`; undefined before the first. */
  lastSeq: number | undefined;
  /** The platform has suspended the store: deliveries wait for its restoration. */
  suspended: boolean;
  /** Installations that are known as uninstalled. */
  closed: ReadonlySet<string>;
  /** By app; an app without an endpoint is missing. */
  subscriptions: ReadonlyMap<string, Subscription>;
}

interface StateRow {
  kind: 'store' | 'closed' | 'endpoint';
  id: string;
  lastSeq: number | null;
  /** Suspended, or disabled. */
  flag: boolean;
  eventTypes: string[] | null;
}

const LIST_STATES = statement(
  'fan_out-list-states',
  `select 'store' as kind, c.store_id as id, c.last_seq as "lastSeq", null::text[] as "eventTypes",
     exists (select from suspended_store s where s.store_id = c.store_id and s.suspended) as flag
   from feed_clock c where c.store_id = any($1)
   union all
   select 'closed', c.installation_id, null, null, true
   from unnest($2::text[], $3::text[]) as i (store_id, id)
     join closed_installation c on c.store_id = i.store_id and c.installation_id = i.id
   union all
   select 'endpoint', app_id, null, event_types, state = 'disabled' from endpoint where app_id = any($4)`,
);

/** States for the fan-outs of several stores, in their order. */
export async function fanOutListStates(db: Queryable, stores: readonly Addressees[]): Promise<FanOutState[]> {
  const rows = await db.rows<StateRow>(LIST_STATES, [
    [...new Set(stores.map(({ storeId }) => storeId))],
    stores.flatMap(({ storeId, installationIds }) => installationIds.map(() => storeId)),
    stores.flatMap(({ installationIds }) => installationIds),
    [...new Set(stores.flatMap(({ appIds }) => appIds))],
  ]);
  const ofKind = Map.groupBy(rows, ({ kind }) => kind);
  const clocks = new Map(ofKind.get('store')?.map((row) => [row.id, row]));
  const closed = new Set(ofKind.get('closed')?.map(({ id }) => id));
  const subscriptions = new Map(
    ofKind
      .get('endpoint')
      ?.map(({ id, flag, eventTypes }) => [id, { disabled: flag, eventTypes: eventTypes! }]),
  );
  return stores.map(({ storeId }) => {
    const clock = clocks.get(storeId);
    return { lastSeq: clock?.lastSeq ?? undefined, suspended: clock?.flag ?? false, closed, subscriptions };
  });
}

/** The event and the installation of a row. */
interface OfEvent {
  eventId: string;
  type: string;
  installationId: string;
}

/** An entry of an installation's feed. */
export interface NewFeedEntry extends OfEvent {
  seq: number;
  occurredAtMs: number;
  seesCosts: boolean;
}

/** The reason for not sending an event to an installation. */
export interface NewUnsentEvent {
  eventId: string;
  installationId: string;
  appId: string;
  reason: UnsentReasonName;
}

/** A delivery of an event, due immediately. */
export type FanOutDelivery = Omit<NewDelivery, 'eventDay' | 'isTest'>;

/** The rows that a fan-out writes. */
export interface FanOutResult {
  storeId: string;
  /** The current day, whose partitions exist. */
  day: string;
  nowMs: number;
  events: readonly Event[];
  entries: readonly NewFeedEntry[];
  unsent: readonly NewUnsentEvent[];
  deliveries: readonly FanOutDelivery[];
}

/** Common table expressions that insert a result. @param where condition on the id of an event, or nothing */
const inserts = (where: (eventId: string) => string) => `stored as (
     insert into event (day, store_id, ${NEW_EVENT_COLUMNS})
     select $2::date, $1::text, e.*
     from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::smallint[], $9::text[], $10::text[],
       $11::text[], $12::text[], $13::bytea[])
       as e (${NEW_EVENT_COLUMNS})
     ${where('e.id')} on conflict do nothing
   ), fed as (
     insert into feed_entry (store_id, day, event_id, type, installation_id, seq, occurred_at, sees_costs)
     select $1, $2, f.*
     from unnest($14::text[], $15::text[], $16::text[], $17::bigint[], $18::timestamptz[], $19::boolean[])
       as f (event_id, type, installation_id, seq, occurred_at, sees_costs) ${where('f.event_id')}
   ), unsent as (
     insert into unsent_event (store_id, day, event_id, installation_id, app_id, reason)
     select $1, $2, u.* from unnest($20::text[], $21::text[], $22::text[], $23::text[])
       as u (event_id, installation_id, app_id, reason) ${where('u.event_id')}
   ), delivered as (
     insert into delivery (store_id, state, due_at, created_at, event_day, is_test, event_id, type, installation_id, id,
       app_id, sees_costs)
     select $1, 'pending', $3::timestamptz, $3, $2, false, d.*
     from unnest($24::text[], $25::text[], $26::text[], $27::text[], $28::text[], $29::boolean[])
       as d (event_id, type, installation_id, id, app_id, sees_costs) ${where('d.event_id')}
   )`;

const INSERT = storeStatement(
  'fan_out-insert',
  `with ${inserts(() => '')} select 1 from feed_clock where store_id = $1`,
);

/** Inserts the result of events of a store that the transaction has recorded in the inbox. */
export async function fanOutInsert(tx: Queryable, result: FanOutResult): Promise<void> {
  await tx.rows(INSERT, valuesOf(result));
}

// The inbox depends on the clock, which is locked first, and all inserts on the inbox. `is true` makes the subquery a
// hash table; as a join it would be a loop over all events for each row.
const SETTLE = storeStatement(
  'fan_out-settle',
  `with clock as (
     update feed_clock set last_seq = last_seq + $30::int where store_id = $1 and last_seq = $31 returning store_id
   ), fresh as (
     ${inboxInsert('select clock.store_id, e.id from clock, unnest($4::text[]) as e (id) order by e.id')}
   ), ${inserts((eventId) => `where (${eventId} in (select event_id from fresh)) is true`)}
   select 1 from clock`,
);

/**
 * Records events of a store in the inbox and inserts the result of those that were not handled before, unless the feed
 * has other numbers than the result was made with.
 * @param lastSeq the last number of the feed when the state was read; the entries of the result have the next ones
 * @returns false, with nothing written, when it was changed
 */
export async function fanOutSettle(db: Queryable, result: FanOutResult, lastSeq: number): Promise<boolean> {
  return (await db.rows(SETTLE, [...valuesOf(result), result.entries.length, lastSeq])).length > 0;
}

function valuesOf({ storeId, day, nowMs, events, entries, unsent, deliveries }: FanOutResult): unknown[] {
  return [
    storeId,
    day,
    new Date(nowMs),
    ...eventColumns(events),
    ...ofEvents(entries),
    entries.map(({ seq }) => seq),
    entries.map(({ occurredAtMs }) => new Date(occurredAtMs)),
    entries.map(({ seesCosts }) => seesCosts),
    unsent.map(({ eventId }) => eventId),
    unsent.map(({ installationId }) => installationId),
    unsent.map(({ appId }) => appId),
    unsent.map(({ reason }) => reason),
    ...ofEvents(deliveries),
    deliveries.map(({ id }) => id),
    deliveries.map(({ appId }) => appId),
    deliveries.map(({ seesCosts }) => seesCosts),
  ];
}

const ofEvents = (rows: readonly OfEvent[]): string[][] => [
  rows.map(({ eventId }) => eventId),
  rows.map(({ type }) => type),
  rows.map(({ installationId }) => installationId),
];
