import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import { cutLookedAt, toLookAt, type LookedAt } from './looked-at.ts';

/** An entry of a feed. */
export interface FeedEntryRow {
  seq: number;
  event_id: string;
  event_day: string;
  type: string;
  sees_costs: boolean;
}

/** Entries of an installation's feed. */
export const FEED_ENTRY_LIST = storeStatement(
  'feed_entry-list',
  `select * from (
     select l.*, (row_number() over (order by seq))::int as n, occurred_at >= $5 and type = any($6) as passes
     from (
       select day::text as event_day, seq, event_id, type, sees_costs, occurred_at from feed_entry
       where store_id = $1 and installation_id = $2 and seq > $3 and day >= $4::date
       order by seq limit $7) l) l
   where passes or n = $7
   order by seq limit $8`,
);

/** Which entries. */
export interface FeedFilter {
  installationId: string;
  /** What may be read; `isNarrowed` tells whether that leaves out much. */
  types: readonly string[];
  createdSinceMs: number;
  isNarrowed: boolean;
}

/**
 * A page of an installation's feed, in the order of its numbers.
 * @param after none of the entries has this number or a smaller one, and none is of an earlier day
 */
export async function feedEntryList(
  db: Queryable,
  storeId: string,
  { installationId, types, createdSinceMs, isNarrowed }: FeedFilter,
  after: { seq: number; day: string },
  limit: number,
): Promise<{ rows: FeedEntryRow[]; next: Position | undefined }> {
  const most = toLookAt(isNarrowed, limit);
  const rows = await db.rows<FeedEntryRow & LookedAt>(FEED_ENTRY_LIST, [
    storeId,
    installationId,
    after.seq,
    after.day,
    new Date(createdSinceMs),
    types,
    most,
    limit + 1,
  ]);
  return cutLookedAt(rows, limit, most, entryPosition);
}

/** Where a feed goes on after an entry. */
export const entryPosition = ({ seq, event_day }: FeedEntryRow): Position => [seq, event_day];
