import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { NextState } from '../domain/delivery-state.ts';
import type { Delivery } from '../generated/prisma/client.ts';
import { attemptColumns, insertAttempts, NEW_ATTEMPTS, type NewAttempt } from './attempt.ts';
import { endedSince, insertFinished, movedColumns } from './finished-delivery.ts';

/** Columns of a claimed delivery; the day as PostgreSQL writes it. */
type ClaimedRow = Pick<
  Delivery,
  'id' | 'appId' | 'storeId' | 'installationId' | 'eventId' | 'type' | 'seesCosts' | 'isTest' | 'attempts'
> & { eventDay: string };

/** A delivery that a process has leased. */
export interface ClaimedDelivery extends ClaimedRow {
  /** End of the lease: another process may then claim the delivery. */
  leasedUntilMs: number;
}

/** The deliveries to claim. */
export interface Claim {
  nowMs: number;
  leasedUntilMs: number;
  /** Selects failing endpoints, otherwise healthy ones. */
  failing: boolean;
  /** Most deliveries of each app. Apps have their turns in this order, until there are enough deliveries. */
  apps: ReadonlyMap<string, number>;
  limit: number;
}

/** The apps with open deliveries after an app, in their order; the last row is null. */
const openApps = (after: string): string => `app (app_id) as (
      (select d.app_id from delivery d where d.app_id > ${after}
        order by d.app_id limit 1)
      union all
      select (select d.app_id from delivery d where d.app_id > app.app_id
        order by d.app_id limit 1)
      from app where app.app_id is not null
    )`;

// Steps from one app to the next in the index, so that the backlog of one, however long, costs the others nothing. The
// row changes, which would be a commit each time, only while there are more apps than a process looks at.
const NEXT_APPS = statement(
  'delivery-next-apps',
  `with recursive turn as materialized (select after_app_id from delivery_turn),
    ${openApps('(select after_app_id from turn)')},
    visited as materialized (select app_id from app where app_id is not null limit $1),
    ended as (
      select case when count(*) = $1 then max(app_id) else '' end as after_app_id from visited),
    advanced as (
      update delivery_turn t set after_app_id = ended.after_app_id from ended
      where t.after_app_id <> ended.after_app_id)
    select app_id from visited`,
);

/**
 * The next apps with open deliveries, due or not. The processes divide the apps by this: each call continues where the
 * last one of any process ended, and begins again with the first app after the last one.
 */
export async function deliveryNextApps(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.rows<{ app_id: string }>(NEXT_APPS, [limit]);
  return rows.map((row) => row.app_id);
}

// Only the due deliveries of each app are read. A lease is a later due_at, so a lost one is found as all others are.
// `offset 0` keeps the planner from joining in another order than that of the apps.
const CLAIM_DUE = statement(
  'delivery-claim-due',
  `with due as (
      select d.id from unnest($4::text[], $5::int[]) as app (app_id, claims)
      cross join lateral (select from endpoint e where e.app_id = app.app_id and e.state = 'active'
        and (e.first_failure_at is not null) = $3 offset 0) wanted
      cross join lateral (
        select d.id from delivery d
        where d.app_id = app.app_id and d.due_at <= $1
        order by d.due_at limit app.claims for update skip locked) d
      limit $6
    )
    update delivery set due_at = $2, leased_until = $2
    from due where delivery.id = due.id
    returning delivery.id, app_id, store_id, installation_id, event_id, event_day::text, type, sees_costs, is_test, attempts`,
);

/** Leases due deliveries to this process. */
export async function deliveryClaimDue(db: Queryable, claim: Claim): Promise<ClaimedDelivery[]> {
  const { leasedUntilMs, apps } = claim;
  const claimed = await db.rows<Columns<ClaimedRow>>(CLAIM_DUE, [
    new Date(claim.nowMs),
    new Date(leasedUntilMs),
    claim.failing,
    [...apps.keys()],
    [...apps.values()],
    claim.limit,
  ]);
  return claimed.map((row) => ({ ...fromColumns<ClaimedRow>(row), leasedUntilMs }));
}

const POSTPONE = statement(
  'delivery-postpone',
  `with cancelled as (
      update finished_delivery set leased_until = null
      where id = any($1) and leased_until = $2 and finished_at > ${endedSince('$2::timestamptz')})
    update delivery set due_at = $3, leased_until = null where id = any($1) and leased_until = $2`,
);

/** Ends the lease of deliveries that were not attempted, and makes them due at a time. @param claimed of one claim */
export async function deliveryPostpone(
  db: Queryable,
  claimed: readonly ClaimedDelivery[],
  dueAtMs: number,
): Promise<void> {
  const [first] = claimed;
  if (first === undefined) return;
  await db.rows(POSTPONE, [claimed.map(({ id }) => id), new Date(first.leasedUntilMs), new Date(dueAtMs)]);
}

const ENDED_AT = "f.started_at + f.duration_ms * interval '1 ms'";

// One statement, so one round trip for the most frequent result. The deletion counts the updated endpoints, so that
// PostgreSQL locks them before the deliveries, as other transactions do.
const RECORD_SUCCESSES = statement(
  'delivery-record-successes',
  `with finished as (${NEW_ATTEMPTS}), attempted as (${insertAttempts('finished')}), healthy as (
      update endpoint set first_failure_at = null, last_failure_at = null
      where app_id in (select app_id from finished) and first_failure_at is not null
      returning 1
    ), removed as (
      delete from delivery d using finished f where d.id = f.delivery_id and (select count(*) from healthy) >= 0
      returning ${ENDED_AT} as ended_at, ${movedColumns('d', {
        attempts: 'greatest(d.attempts, f.number)',
        leased_until: 'null::timestamptz',
        last_attempt_at: 'f.started_at',
        last_status: 'f.status',
        last_error: 'null',
      })}
    )
    ${insertFinished('removed', "'delivered'", 'ended_at')} returning 1`,
);

// A statement of its own, which sees what was cancelled while the removal waited.
const RECORD_LATE_SUCCESSES = statement(
  'delivery-record-late_successes',
  `with finished as (${NEW_ATTEMPTS})
    update finished_delivery d set state = 'delivered', attempts = greatest(d.attempts, f.number), leased_until = null,
      finished_at = ${ENDED_AT}, last_attempt_at = f.started_at, last_status = f.status, last_error = null
    from finished f
    where d.id = f.delivery_id and d.state <> 'delivered' and d.finished_at > ${endedSince('f.started_at')}`,
);

/**
 * Records successful attempts: deliveries, log and health of the endpoints. A delivery that was cancelled during the
 * attempt is delivered all the same, and so is one whose lease has ended.
 */
export async function deliveryRecordSuccesses(db: Queryable, attempts: readonly NewAttempt[]): Promise<void> {
  // In the order of ids, in which other transactions lock deliveries, too.
  const columns = attemptColumns(attempts.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1)));
  const recorded = await db.rows(RECORD_SUCCESSES, columns);
  if (recorded.length < attempts.length) await db.rows(RECORD_LATE_SUCCESSES, columns);
}

/** State of a delivery after a failed attempt. */
export interface FailedDelivery {
  attempts: number;
  state: NextState['state'];
  /** When the next attempt is due. */
  dueAtMs: number;
  attemptedAtMs: number;
  status: number | undefined;
  error: string;
}

// Only under this lease: another process may have claimed the delivery since, or delivered it.
const RECORD_RETRY = statement(
  'delivery-record-retry',
  `update delivery set state = $3, attempts = $4, due_at = $5, leased_until = null, last_attempt_at = $6, last_status = $7,
      last_error = $8
    where id = $1 and leased_until = $2 returning 1`,
);

const RECORD_END = statement(
  'delivery-record-end',
  `with removed as (
      delete from delivery d where d.id = $1 and d.leased_until = $2
      returning ${movedColumns('d', {
        attempts: '$4::int',
        due_at: '$5::timestamptz',
        leased_until: 'null::timestamptz',
        last_attempt_at: '$6::timestamptz',
        last_status: '$7::int',
        last_error: '$8::text',
      })}
    )
    ${insertFinished('removed', '$3', '$9::timestamptz')} returning 1`,
);

// It stays cancelled.
const RECORD_FAILURE_OF_CANCELLED = statement(
  'delivery-record-failure-of_cancelled',
  `update finished_delivery set attempts = $3, leased_until = null, last_attempt_at = $4, last_status = $5, last_error = $6
    where id = $1 and leased_until = $2 and finished_at > ${endedSince('$2::timestamptz')}`,
);

/** Records a failed attempt of a delivery. */
export async function deliveryRecordFailure(
  tx: Queryable,
  { id, leasedUntilMs }: ClaimedDelivery,
  { state, attempts, dueAtMs, attemptedAtMs, status, error }: FailedDelivery,
  nowMs: number,
): Promise<void> {
  const lease = [id, new Date(leasedUntilMs)];
  const last = [new Date(attemptedAtMs), status ?? null, error];
  const next = [...lease, state, attempts, new Date(dueAtMs), ...last];
  const recorded =
    state === 'dead' || state === 'cancelled'
      ? await tx.rows(RECORD_END, [...next, new Date(nowMs)])
      : await tx.rows(RECORD_RETRY, next);
  if (recorded.length === 0) await tx.rows(RECORD_FAILURE_OF_CANCELLED, [...lease, attempts, ...last]);
}

const IS_CLOSING = storeStatement(
  'delivery-is_closing',
  `select exists (select from finished_delivery
     where store_id = $1 and installation_id = $2 and state = 'cancelled' and leased_until > $3
       and finished_at > ${endedSince('$3::timestamptz')}) as closing`,
);

/** Reports whether a delivery that was cancelled when its installation was closed is still being attempted. */
export async function deliveryIsClosing(
  db: Queryable,
  { storeId, installationId }: Pick<Delivery, 'storeId' | 'installationId'>,
  nowMs: number,
): Promise<boolean> {
  const [row] = await db.rows<{ closing: boolean }>(IS_CLOSING, [storeId, installationId, new Date(nowMs)]);
  return row!.closing;
}

/** Maximum number of due deliveries that are counted. */
const MAX_COUNTED = 10_000;

/** The due deliveries of each healthy app, those that are due longest first. */
const dueOfHealthy = (max: number): string => `healthy cross join lateral (
      select d.due_at from delivery d
      where d.app_id = healthy.app_id and d.due_at <= $1
      order by d.due_at limit ${max}) d`;

/** Counts due deliveries at healthy endpoints. Bounded, because every process does this every few seconds. */
export const DELIVERY_OBSERVE_DUE = statement(
  'delivery-observe-due',
  `with recursive ${openApps("''")}, healthy as materialized (
      select app.app_id from app cross join lateral (
        select from endpoint e where e.app_id = app.app_id and e.state = 'active' and e.first_failure_at is null offset 0) e
    )
    select (select count(*)::int from (select from ${dueOfHealthy(MAX_COUNTED)} limit ${MAX_COUNTED}) counted) as waiting,
      (select min(d.due_at) from ${dueOfHealthy(1)}) as oldest`,
);

/**
 * The number of due deliveries at healthy endpoints, counted up to 10,000, and since when the oldest is due. Those of
 * failing endpoints wait for their receivers, which no further process changes.
 */
export async function deliveryObserveDue(
  db: Queryable,
  nowMs: number,
): Promise<{ waiting: number; oldestMs: number | undefined }> {
  const [row] = await db.rows<{ waiting: number; oldest: Date | null }>(DELIVERY_OBSERVE_DUE, [
    new Date(nowMs),
  ]);
  return { waiting: row!.waiting, oldestMs: row!.oldest?.getTime() };
}
