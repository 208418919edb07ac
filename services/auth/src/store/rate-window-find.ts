import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'rate-window-find',
  text: 'select 1 from rate_window where key = $1 and expires_at > $2',
};

/** Whether a window of the key is open. */
export async function isRateWindowOpen(db: Queryable, key: Buffer, nowMs: number): Promise<boolean> {
  const rows = await db.rows(STATEMENT, [key, new Date(nowMs)]);
  return rows.length > 0;
}
