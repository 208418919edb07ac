import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import { cutScanned, scanLimit, type Scanned } from './bounded-scan.ts';

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
