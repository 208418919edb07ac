import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';

const ADVANCE = storeStatement(
  'feed_clock-advance',
  `insert into feed_clock as c (store_id, last_seq) values ($1, $2)
   on conflict (store_id) do update set last_seq = c.last_seq + excluded.last_seq where c.store_id = $1
   returning last_seq`,
);

/**
 * Reserves numbers of a store's feed and locks its clock: other fan-outs of the store wait for the commit, so numbers
 * are in commit order, and installations uninstalled before are known as closed.
 * @returns the first number; unused ones are skipped
 */
export async function feedClockAdvance(tx: Queryable, storeId: string, count: number): Promise<number> {
  const [row] = await tx.rows<{ last_seq: number }>(ADVANCE, [storeId, count]);
  return row!.last_seq - count + 1;
}

const LOCK_MANY = statement(
  'feed_clock-lock-many',
  'select store_id from feed_clock where store_id = any($1) order by store_id for share',
);

/**
 * Blocks the fan-outs of stores until the commit: no installation is closed before it that is not known as closed here.
 */
export async function feedClockLockMany(tx: Queryable, storeIds: readonly string[]): Promise<void> {
  await tx.rows(LOCK_MANY, [storeIds]);
}
