import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { insertFinished, insertReopened, movedColumns } from './finished-delivery.ts';
import { appIsSuspended } from './suspended-app.ts';

// A delivery that is being attempted may still succeed; after a failure it stays cancelled.
const HOLD = storeStatement(
  'held_delivery-insert-open',
  `with open as (
     select id, app_id from delivery where store_id = $1 and installation_id = any($2) and type <> all($3)
     order by id for update
   ), held as (
     insert into held_delivery (store_id, delivery_id, app_id) select $1, id, app_id from open on conflict do nothing
   ), removed as (
     delete from delivery d where d.store_id = $1 and d.id = any(array(select id from open)) returning ${movedColumns('d')}
   )
   ${insertFinished('removed', "'cancelled'", '$4::timestamptz')}`,
);

/**
 * Cancels the open deliveries of installations of a store until it is restored.
 * @param keptTypes types whose deliveries continue
 */
export async function heldDeliveryInsertOpen(
  tx: Queryable,
  storeId: string,
  installationIds: string[],
  nowMs: number,
  keptTypes: readonly string[],
): Promise<void> {
  await tx.rows(HOLD, [storeId, installationIds, keptTypes, new Date(nowMs)]);
}

/** Columns of a released delivery, due at a time with a new retry schedule. @param at text of the time */
const releasedColumns = (at: string): string =>
  movedColumns('d', { attempts: '0', due_at: at, leased_until: 'null::timestamptz' });

const RELEASE = storeStatement(
  'held_delivery-release',
  `with released as (
     delete from held_delivery h where h.store_id = $1 and not ${appIsSuspended('h.app_id')}
     returning h.delivery_id
   ), removed as (
     delete from finished_delivery d
     where d.store_id = $1 and d.id = any(array(select delivery_id from released)) and d.state = 'cancelled'
       and not exists (select from closed_installation c where c.store_id = $1 and c.installation_id = d.installation_id)
     returning ${releasedColumns('$2::timestamptz')}
   )
   ${insertReopened('removed')}`,
);

/** Makes the held deliveries of a store due, without those of suspended apps. */
export async function heldDeliveryRelease(tx: Queryable, storeId: string, nowMs: number): Promise<void> {
  await tx.rows(RELEASE, [storeId, new Date(nowMs)]);
}

const BATCH = 1_000;

// The lock of the app keeps it suspended until the commit, so that its restoration finds what is held here. Deliveries
// that are being recorded are skipped: they are held when they are due again.
const HOLD_NEXT_OF_APP = statement(
  'held_delivery-insert-next_of_app',
  `with suspended as materialized (
     select app_id from suspended_app where app_id = $1 and suspended for share
   ), next as (
     select d.id from suspended
     cross join lateral (
       select id from delivery where app_id = suspended.app_id and type <> all($3)
       order by due_at limit ${BATCH} for update skip locked) d
   ), removed as (
     delete from delivery d using next where d.id = next.id returning ${movedColumns('d')}
   ), held as (
     insert into held_delivery (store_id, delivery_id, app_id) select store_id, id, app_id from removed
     on conflict do nothing
   )
   ${insertFinished('removed', "'cancelled'", '$2::timestamptz')} returning 1`,
);

/**
 * Cancels the next open deliveries of an app until it is restored, if it is suspended.
 * @param keptTypes types whose deliveries continue
 * @returns their number; 0 when none is left
 */
export async function heldDeliveryInsertNextOfApp(
  db: Queryable,
  appId: string,
  nowMs: number,
  keptTypes: readonly string[],
): Promise<number> {
  return (await db.rows(HOLD_NEXT_OF_APP, [appId, new Date(nowMs), keptTypes])).length;
}

/** A held delivery. */
export interface HeldDelivery {
  storeId: string;
  deliveryId: string;
}

const LIST_NEXT_OF_APP = statement(
  'held_delivery-list-next_of_app',
  `select store_id as "storeId", delivery_id as "deliveryId" from held_delivery
   where app_id = $1 and (store_id, delivery_id) > ($2, $3) order by store_id, delivery_id limit ${BATCH}`,
);

/** The next held deliveries of an app. @param after the last one of the previous call; empty ids at first */
export function heldDeliveryListNextOfApp(
  db: Queryable,
  appId: string,
  after: HeldDelivery,
): Promise<HeldDelivery[]> {
  return db.rows(LIST_NEXT_OF_APP, [appId, after.storeId, after.deliveryId]);
}

const RELEASE_MANY = statement(
  'held_delivery-release-many',
  `with released as (
     delete from held_delivery h using unnest($1::text[], $2::text[]) as r (store_id, delivery_id)
     where h.store_id = r.store_id and h.delivery_id = r.delivery_id
       and not exists (select from suspended_store s where s.store_id = h.store_id and s.suspended)
     returning h.delivery_id
   ), removed as (
     delete from finished_delivery d
     where d.id = any(array(select delivery_id from released)) and d.state = 'cancelled'
       and not exists (select from closed_installation c
         where c.store_id = d.store_id and c.installation_id = d.installation_id)
     returning ${releasedColumns('$3::timestamptz')}
   )
   ${insertReopened('removed')}`,
);

/** Makes held deliveries due, without those of suspended stores. The caller has locked the feed clocks of their stores. */
export async function heldDeliveryReleaseMany(
  tx: Queryable,
  held: readonly HeldDelivery[],
  nowMs: number,
): Promise<void> {
  const ids = [held.map(({ storeId }) => storeId), held.map(({ deliveryId }) => deliveryId)];
  await tx.rows(RELEASE_MANY, [...ids, new Date(nowMs)]);
}
