import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'rate-window-give-back',
  // In the order of the keys, so that two who give back the same ones do not wait for each other.
  text: `update rate_window as w set hits = greatest(w.hits - 1, 0)
    from (select key from rate_window where key = any($1) order by key for update) as given
    where w.key = given.key`,
};

/** Takes back a hit of each key: it was none of those that the window is to limit. */
export async function giveBackRateHit(db: Queryable, keys: Buffer[]): Promise<void> {
  await db.rows(STATEMENT, [keys]);
}
