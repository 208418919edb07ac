import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** A delivery that is to be made. */
export interface NewDelivery {
  id: string;
  appId: string;
  /** Empty for a ping. */
  installationId: string;
  eventId: string;
  eventDay: string;
  type: string;
  seesCosts: boolean;
  /** False when it is left out. */
  isTest?: boolean;
}

const STATEMENT = storeStatement(
  'delivery-insert-many',
  `with made as (
     select $1::text as store_id, 'pending' as state, $2::timestamptz as due_at, $2::timestamptz as created_at, d.*
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::text[], $9::boolean[], $10::boolean[])
       as d (id, app_id, installation_id, event_id, event_day, type, sees_costs, is_test))
   insert into delivery (store_id, state, due_at, created_at, id, app_id, installation_id, event_id, event_day, type, sees_costs, is_test)
   select * from made where store_id = $1`,
);

/** Makes deliveries of a store's events, due at once. @param storeId empty for pings */
export async function deliveryInsertMany(
  tx: Queryable,
  storeId: string,
  nowMs: number,
  deliveries: NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.rows(STATEMENT, [
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
