import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A delivery that a worker has taken. */
export interface ClaimedDelivery {
  id: string;
  app_id: string;
  store_id: string;
  installation_id: string;
  event_id: string;
  event_day: string;
  type: string;
  sees_costs: boolean;
  is_test: boolean;
  attempts: number;
}

/** What to take. */
export interface Claim {
  nowMs: number;
  /** Until when the deliveries are this worker's; then they are due again for any. */
  leasedUntilMs: number;
  /** Those of endpoints that are well, or those of endpoints that are failing. */
  failing: boolean;
  /** Begin with the app after this one, so that each has its turn. */
  afterApp: string;
  /** Most deliveries of one app, unless `room` says otherwise. */
  each: number;
  /** Apps of which this worker has some already, and how many more it may take of each. */
  room: Map<string, number>;
  limit: number;
}

// The apps that have something under way are found by stepping from one to the next in the index, and of each only its due ones are
// read: what one app has waiting, however much, costs the others nothing. A lease is a later due_at, so one that is lost is found
// as all others are. `offset 0` keeps the planner from joining in another order than that of the steps: apps have their turns by it, and
// the steps end when there is enough.
const STATEMENT: Statement = {
  name: 'delivery-claim-due',
  text: `with recursive app (app_id) as (
      (select d.app_id from delivery d where d.state in ('pending', 'retrying') and d.app_id > $4 order by d.app_id limit 1)
      union all
      select (select d.app_id from delivery d where d.state in ('pending', 'retrying') and d.app_id > app.app_id
        order by d.app_id limit 1)
      from app where app.app_id is not null
    ), due as (
      select d.id from app
      cross join lateral (select from endpoint e where e.app_id = app.app_id and e.state = 'active'
        and (e.first_failure_at is not null) = $3 offset 0) wanted
      cross join lateral (select coalesce((select r.room from unnest($6::text[], $7::int[]) as r (app_id, room)
        where r.app_id = app.app_id), $5) as room) allowed
      cross join lateral (
        select d.id from delivery d
        where d.app_id = app.app_id and d.state in ('pending', 'retrying') and d.due_at <= $1
        order by d.due_at limit allowed.room for update skip locked) d
      limit $8
    )
    update delivery set due_at = $2, leased_until = $2
    from due where delivery.id = due.id
    returning delivery.id, delivery.app_id, delivery.store_id, delivery.installation_id, delivery.event_id,
      delivery.event_day::text as event_day, delivery.type, delivery.sees_costs, delivery.is_test, delivery.attempts`,
};

/** Takes deliveries that are due, for one worker alone. */
export function deliveryClaimDue(db: Queryable, claim: Claim): Promise<ClaimedDelivery[]> {
  return db.rows(STATEMENT, [
    new Date(claim.nowMs),
    new Date(claim.leasedUntilMs),
    claim.failing,
    claim.afterApp,
    claim.each,
    [...claim.room.keys()],
    [...claim.room.values()],
    claim.limit,
  ]);
}
