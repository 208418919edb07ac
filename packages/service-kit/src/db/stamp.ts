import type { Clock } from '../clock.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const STAMP = statement(
  'store-clock-advance',
  `insert into store_clock as c (store_id, last_stamp) values ($1, $2)
   on conflict (store_id) do update set last_stamp = greatest(excluded.last_stamp, c.last_stamp + interval '1 millisecond')
   returning last_stamp`,
);

/** Returns the `updated_at` of everything that a transaction changes in a store. */
export type Stamp = (tx: Queryable, storeId: string) => Promise<Date>;

/**
 * Stamps from the store's own clock: the row of `store_clock` is locked until the commit and advances by at
 * least a millisecond, so the order of `updated_at` within a store is the order of commits. Locked last, after
 * every row that changes, the lock lasts only for the commit and cannot deadlock.
 */
export function storeStamp(clock: Clock): Stamp {
  return async (tx, storeId) => {
    const [row] = await tx.rows<{ last_stamp: Date }>(STAMP, [storeId, new Date(clock.now())]);
    return row!.last_stamp;
  };
}

const ADVANCE = statement(
  'store-clock-advance-to',
  `insert into store_clock as c (store_id, last_stamp) values ($1, $2)
   on conflict (store_id) do update set last_stamp = greatest(c.last_stamp, excluded.last_stamp)`,
);

/** Advances the store's clock to the newest timestamp of a bulk load, so that later changes sort after it. */
export async function advanceStoreClock(db: Queryable, storeId: string, toMs: number): Promise<void> {
  await db.rows(ADVANCE, [storeId, new Date(toMs)]);
}
