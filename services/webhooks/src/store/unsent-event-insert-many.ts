import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { UnsentReason } from '../domain/audience.ts';

/** An event that was not sent to an installation. */
export interface UnsentEvent {
  eventId: string;
  installationId: string;
  appId: string;
  reason: UnsentReason;
}

const STATEMENT = storeStatement(
  'unsent_event-insert-many',
  `with unsent as (
     select $1::text as store_id, $2::date as day, u.*
     from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as u (event_id, installation_id, app_id, reason))
   insert into unsent_event (store_id, day, event_id, installation_id, app_id, reason)
   select * from unsent where store_id = $1`,
);

/** Notes why events of a store were not sent, in the partition of a day. */
export async function unsentEventInsertMany(
  tx: Queryable,
  storeId: string,
  day: string,
  unsent: UnsentEvent[],
): Promise<void> {
  if (unsent.length === 0) return;
  await tx.rows(STATEMENT, [
    storeId,
    day,
    unsent.map(({ eventId }) => eventId),
    unsent.map(({ installationId }) => installationId),
    unsent.map(({ appId }) => appId),
    unsent.map(({ reason }) => reason),
  ]);
}
