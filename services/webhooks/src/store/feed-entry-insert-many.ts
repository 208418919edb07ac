import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** An event in an installation's feed. */
export interface FeedEntry {
  installationId: string;
  seq: number;
  eventId: string;
  type: string;
  occurredAtMs: number;
  seesCosts: boolean;
}

const STATEMENT = storeStatement(
  'feed_entry-insert-many',
  `with entry as (
     select $1::text as store_id, $2::date as day, e.*
     from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $8::boolean[])
       as e (installation_id, seq, event_id, type, occurred_at, sees_costs))
   insert into feed_entry (store_id, day, installation_id, seq, event_id, type, occurred_at, sees_costs)
   select * from entry where store_id = $1`,
);

/** Adds entries to the feeds of a store, in the partition of a day. */
export async function feedEntryInsertMany(
  tx: Queryable,
  storeId: string,
  day: string,
  entries: FeedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.rows(STATEMENT, [
    storeId,
    day,
    entries.map(({ installationId }) => installationId),
    entries.map(({ seq }) => seq),
    entries.map(({ eventId }) => eventId),
    entries.map(({ type }) => type),
    entries.map(({ occurredAtMs }) => new Date(occurredAtMs)),
    entries.map(({ seesCosts }) => seesCosts),
  ]);
}
