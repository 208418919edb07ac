import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { insertFinished, insertReopened, movedColumns } from './finished-delivery.ts';

// A delivery that is being attempted may still succeed; after a failure it stays cancelled.
const HOLD = storeStatement(
  'held_delivery-insert-open',
  `with open as (
     select id from delivery where store_id = $1 and installation_id = any($2) and type <> all($3) order by id for update
   ), held as (
     insert into held_delivery (store_id, delivery_id) select $1, id from open on conflict do nothing
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

const RELEASE = storeStatement(
  'held_delivery-release',
  `with released as (
     delete from held_delivery where store_id = $1 returning delivery_id
   ), removed as (
     delete from finished_delivery d
     where d.store_id = $1 and d.id = any(array(select delivery_id from released)) and d.state = 'cancelled'
       and not exists (select from closed_installation c where c.store_id = $1 and c.installation_id = d.installation_id)
     returning ${movedColumns('d', { attempts: '0', due_at: '$2::timestamptz', leased_until: 'null::timestamptz' })}
   )
   ${insertReopened('removed')}`,
);

/** Makes the held deliveries of a store due, with a new retry schedule. */
export async function heldDeliveryRelease(tx: Queryable, storeId: string, nowMs: number): Promise<void> {
  await tx.rows(RELEASE, [storeId, new Date(nowMs)]);
}
