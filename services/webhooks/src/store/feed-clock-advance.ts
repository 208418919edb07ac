import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT = storeStatement(
  'feed_clock-advance',
  `insert into feed_clock as c (store_id, last_seq) values ($1, $2)
   on conflict (store_id) do update set last_seq = c.last_seq + excluded.last_seq where c.store_id = $1
   returning last_seq`,
);

/**
 * Takes numbers of a store's feed, and the store with them: until the commit no other fan-out of the store goes on, so the numbers are
 * in the order of commits, and whoever was uninstalled by then is known.
 * @returns the first of the numbers; those that are not used are left out
 */
export async function feedClockAdvance(tx: Queryable, storeId: string, count: number): Promise<number> {
  const [row] = await tx.rows<{ last_seq: number }>(STATEMENT, [storeId, count]);
  return row!.last_seq - count + 1;
}
