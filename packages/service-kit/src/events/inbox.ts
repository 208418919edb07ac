import type { Queryable } from '../db/database.ts';
import { statement } from '../db/statement.ts';

// Ordered by id, so that transactions with common events wait for each other instead of deadlocking.
const CLAIM = statement(
  'inbox-insert-many',
  `insert into inbox (store_id, event_id) select distinct $1, id from unnest($2::text[]) id order by id
    on conflict do nothing returning event_id`,
);

/** Records events of a store as handled by this transaction. @returns the ids that were not handled before */
export async function inboxInsertMany(
  tx: Queryable,
  storeId: string,
  eventIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ event_id: string }>(CLAIM, [storeId, eventIds]);
  return new Set(rows.map((row) => row.event_id));
}
