import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

// The event is kept for as long as the replay may need it: a copy of it in the partition of the day.
const STATEMENT: Statement = {
  name: 'delivery-replay-many',
  text: `with old as (
      select d.*, r.new_id from unnest($1::text[], $2::text[]) as r (old_id, new_id)
      join delivery d on d.id = r.old_id
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
};

/**
 * Makes new deliveries of what others have told, due at once.
 * @param day today's, whose partition exists
 * @returns how many: those whose event is not kept any more are left out
 */
export async function deliveryReplayMany(
  tx: Queryable,
  replays: { oldId: string; newId: string }[],
  day: string,
  nowMs: number,
): Promise<number> {
  if (replays.length === 0) return 0;
  const values = [replays.map(({ oldId }) => oldId), replays.map(({ newId }) => newId), day, new Date(nowMs)];
  return (await tx.rows(STATEMENT, values)).length;
}
