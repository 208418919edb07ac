import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import { cutScanned, scanLimit, type Scanned } from './bounded-scan.ts';

/** An event in an installation's feed, to be inserted. */
export interface NewFeedEntry {
  installationId: string;
  seq: number;
  eventId: string;
  type: string;
  occurredAtMs: number;
  seesCosts: boolean;
}

const INSERT_MANY = storeStatement(
  'feed_entry-insert-many',
  `with entry as (
     select $1::text as store_id, $2::date as day, e.*
     from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $8::boolean[])
       as e (installation_id, seq, event_id, type, occurred_at, sees_costs))
   insert into feed_entry (store_id, day, installation_id, seq, event_id, type, occurred_at, sees_costs)
   select * from entry where store_id = $1`,
);

/** Inserts entries into the feeds of a store, in the partition of a day. */
export async function feedEntryInsertMany(
  tx: Queryable,
  storeId: string,
  day: string,
  entries: NewFeedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.rows(INSERT_MANY, [
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

/** An entry of a feed. */
export interface FeedEntry {
  seq: number;
  eventId: string;
  eventDay: string;
  type: string;
  seesCosts: boolean;
}

/** Entries of an installation's feed. */
export const FEED_ENTRY_LIST = storeStatement(
  'feed_entry-list',
  `select day as "eventDay", seq, event_id as "eventId", type, sees_costs as "seesCosts", n, passes from (
     select l.*, (row_number() over (order by seq))::int as n, occurred_at >= $5 and type = any($6) as passes
     from (
       select day::text as day, seq, event_id, type, sees_costs, occurred_at from feed_entry
       where store_id = $1 and installation_id = $2 and seq > $3 and day >= $4::date
       order by seq limit $7) l) l
   where passes or n = $7
   order by seq limit $8`,
);

/** Filter of a feed. */
export interface FeedFilter {
  installationId: string;
  types: readonly string[];
  createdSinceMs: number;
  /** True when the filter may exclude many entries. */
  isNarrowed: boolean;
}

/**
 * A page of an installation's feed, in the order of its numbers.
 * @param after entries have a larger number, and are not of an earlier day
 */
export async function feedEntryList(
  db: Queryable,
  storeId: string,
  { installationId, types, createdSinceMs, isNarrowed }: FeedFilter,
  after: { seq: number; day: string },
  limit: number,
): Promise<{ entries: FeedEntry[]; next: Position | undefined }> {
  const most = scanLimit(isNarrowed, limit);
  const found = await db.rows<FeedEntry & Scanned>(FEED_ENTRY_LIST, [
    storeId,
    installationId,
    after.seq,
    after.day,
    new Date(createdSinceMs),
    types,
    most,
    limit + 1,
  ]);
  const { rows, next } = cutScanned(found, limit, most, feedPosition);
  return { entries: rows, next };
}

/** The position in a feed after an entry. */
export const feedPosition = ({ seq, eventDay }: FeedEntry): Position => [seq, eventDay];
