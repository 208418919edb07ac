import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const BATCH = 1_000;

/** Removes a batch. */
export const DELIVERY_DELETE_EXPIRED: Statement = {
  name: 'delivery-delete-expired',
  text: `delete from delivery where id = any(array(
      select id from delivery d where created_at < $1 and state in ('delivered', 'dead', 'cancelled')
        and (state = 'delivered' or is_test or type <> all($2)
          or exists (select from delivery r where r.event_id = d.event_id and r.app_id = d.app_id
            and r.installation_id = d.installation_id and r.state = 'delivered'))
      order by created_at limit ${BATCH}))
    returning 1`,
};

/**
 * Removes the finished deliveries that were made before that, in batches.
 * @param kept types that stay until they have arrived, be it by a replay
 */
export async function deliveryDeleteExpired(
  db: Queryable,
  beforeMs: number,
  kept: readonly string[],
): Promise<void> {
  for (;;) if ((await db.rows(DELIVERY_DELETE_EXPIRED, [new Date(beforeMs), kept])).length < BATCH) return;
}

const CARRY: Statement = {
  name: 'event-carry_over',
  text: `with waiting as (
      select distinct event_day, event_id from delivery
      where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and state <> 'delivered'
        and not is_test and created_at < $3 and event_day < $1
    ), carried as (
      insert into event (day, id, store_id, type, subject_id, occurred_at, actor_kind, actor_id, actor_app_id, request_id,
        traceparent, payload)
      select $2, e.id, e.store_id, e.type, e.subject_id, e.occurred_at, e.actor_kind, e.actor_id, e.actor_app_id,
        e.request_id, e.traceparent, e.payload
      from waiting w join event e on e.day = w.event_day and e.id = w.event_id
      on conflict do nothing
    )
    update delivery d set event_day = $2 from waiting w
    where d.event_id = w.event_id and d.event_day = w.event_day`,
};

/**
 * Moves the mandatory events that have not arrived out of the days that are to be dropped.
 * @param firstKept the earliest day that stays
 * @param today the day that they are moved to; its partition exists
 * @param createdBeforeMs deliveries made later cannot be of those days
 */
export async function eventCarryOver(
  db: Database,
  firstKept: string,
  today: string,
  createdBeforeMs: number,
): Promise<void> {
  await db.rows(CARRY, [firstKept, today, new Date(createdBeforeMs)]);
}
