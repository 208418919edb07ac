import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = { name: 'rate-window-clear', text: 'delete from rate_window where key = $1' };

/** Forgets the hits of a key. */
export async function clearRateWindow(db: Queryable, key: Buffer): Promise<void> {
  await db.rows(STATEMENT, [key]);
}
