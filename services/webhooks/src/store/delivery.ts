import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { insertFinished, movedColumns } from './finished-delivery.ts';

/** A delivery to be created. */
export interface NewDelivery {
  id: string;
  appId: string;
  /** Empty for a ping. */
  installationId: string;
  eventId: string;
  eventDay: string;
  type: string;
  seesCosts: boolean;
  /** False by default. */
  isTest?: boolean;
}

const INSERT_MANY = storeStatement(
  'delivery-insert-many',
  `with made as (
     select $1::text as store_id, 'pending' as state, $2::timestamptz as due_at, $2::timestamptz as created_at, d.*
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::text[], $9::boolean[], $10::boolean[])
       as d (id, app_id, installation_id, event_id, event_day, type, sees_costs, is_test))
   insert into delivery (store_id, state, due_at, created_at, id, app_id, installation_id, event_id, event_day, type, sees_costs, is_test)
   select * from made where store_id = $1`,
);

/** Creates deliveries of a store's events, due immediately. @param storeId empty for pings */
export async function deliveryInsertMany(
  tx: Queryable,
  storeId: string,
  nowMs: number,
  deliveries: NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.rows(INSERT_MANY, [
    storeId,
    new Date(nowMs),
    deliveries.map(({ id }) => id),
    deliveries.map(({ appId }) => appId),
    deliveries.map(({ installationId }) => installationId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ eventDay }) => eventDay),
    deliveries.map(({ type }) => type),
    deliveries.map(({ seesCosts }) => seesCosts),
    deliveries.map(({ isTest = false }) => isTest),
  ]);
}

// The event is copied into the partition of the day, so that it is kept as long as the replay may need it.
const REPLAY_MANY = statement(
  'delivery-replay-many',
  `with old as (
      select d.*, r.new_id from unnest($1::text[], $2::text[]) as r (old_id, new_id)
      join delivery_log d on d.id = r.old_id
      join event e on e.day = d.event_day and e.id = d.event_id
    ), carried as (
      insert into event (day, id, store_id, type, subject_id, occurred_at, actor_kind, actor_id, actor_app_id, request_id,
        traceparent, payload)
      select $3::date, e.id, e.store_id, e.type, e.subject_id, e.occurred_at, e.actor_kind, e.actor_id, e.actor_app_id,
        e.request_id, e.traceparent, e.payload
      from (select distinct event_day, event_id from old) k join event e on e.day = k.event_day and e.id = k.event_id
      on conflict do nothing
    )
    insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, created_at,
      replay_of, is_test)
    select new_id, app_id, store_id, installation_id, event_id, $3::date, type, sees_costs, 'pending', $4, $4, id, is_test from old
    returning id`,
);

/**
 * Creates deliveries that send the events of others again, due immediately.
 * @param day the current day, whose partition exists
 * @returns the number of deliveries created: those whose event is no longer kept are skipped
 */
export async function deliveryReplayMany(
  tx: Queryable,
  replays: { oldId: string; newId: string }[],
  day: string,
  nowMs: number,
): Promise<number> {
  if (replays.length === 0) return 0;
  const values = [replays.map(({ oldId }) => oldId), replays.map(({ newId }) => newId), day, new Date(nowMs)];
  return (await tx.rows(REPLAY_MANY, values)).length;
}

const CANCEL_BATCH = 1_000;

// The lock of the endpoint keeps it disabled until the commit. Deliveries that are being recorded are skipped: the failure
// of an attempt cancels its delivery itself.
const CANCEL_NEXT_OF_DISABLED = statement(
  'delivery-cancel-next-of_disabled',
  `with disabled as materialized (
      select app_id from endpoint where app_id = $1 and state = 'disabled' for no key update
    ), next as (
      select d.id from disabled
      cross join lateral (
        select id from delivery
        where app_id = disabled.app_id and type <> all($3)
        order by due_at limit ${CANCEL_BATCH} for update skip locked) d
    ), removed as (
      delete from delivery d using next where d.id = next.id returning ${movedColumns('d')}
    )
    ${insertFinished('removed', "'cancelled'", '$2::timestamptz')} returning 1`,
);

/**
 * Cancels the next open deliveries of an app whose endpoint is disabled.
 * @param keptTypes types that are not cancelled
 * @returns their number; 0 when none is left
 */
export async function deliveryCancelNextOfDisabled(
  db: Queryable,
  appId: string,
  nowMs: number,
  keptTypes: readonly string[],
): Promise<number> {
  return (await db.rows(CANCEL_NEXT_OF_DISABLED, [appId, new Date(nowMs), keptTypes])).length;
}

const COUNT_OPEN_OF_APP = statement(
  'delivery-count-open-of_app',
  `select count(*)::int as open from (
      select from delivery where app_id = $1 and type <> all($2) limit $3) counted`,
);

/** The number of open deliveries of an app, without those of some types, counted up to a maximum. */
export async function deliveryCountOpenOfApp(
  db: Queryable,
  appId: string,
  exceptTypes: readonly string[],
  max: number,
): Promise<number> {
  const [row] = await db.rows<{ open: number }>(COUNT_OPEN_OF_APP, [appId, exceptTypes, max]);
  return row!.open;
}

// Dead ones, too, which are open mandatory events.
const CANCEL_STORE_REDACT = storeStatement(
  'delivery-cancel-store_redact',
  `with removed as (
      delete from delivery d where d.store_id = $1 and d.id = any(array(
        select id from delivery where store_id = $1 and app_id = $2 and installation_id <> $3 and not is_test
          and type = 'store.redact' order by id for update))
      returning ${movedColumns('d')}
    ), cancelled as (
      ${insertFinished('removed', "'cancelled'", '$4::timestamptz')}
    )
    update finished_delivery set state = 'cancelled'
    where store_id = $1 and app_id = $2 and installation_id <> $3 and not is_test and type = 'store.redact' and state = 'dead'`,
);

/** Cancels the undelivered `store.redact` of the earlier installations of an app on a store. */
export async function deliveryCancelStoreRedact(
  tx: Queryable,
  { storeId, appId, installationId }: { storeId: string; appId: string; installationId: string },
  nowMs: number,
): Promise<void> {
  await tx.rows(CANCEL_STORE_REDACT, [storeId, appId, installationId, new Date(nowMs)]);
}

const RESUME_OF_APP = statement(
  'delivery-resume-of_app',
  `update delivery set state = 'pending', attempts = 0, due_at = $2, leased_until = null where id = any(array(
      select id from delivery where app_id = $1 order by id for update))
    returning 1`,
);

/** Restarts the retry schedules of an app's open deliveries. @returns the number of deliveries */
export async function deliveryResumeOfApp(tx: Queryable, appId: string, nowMs: number): Promise<number> {
  return (await tx.rows(RESUME_OF_APP, [appId, new Date(nowMs)])).length;
}
