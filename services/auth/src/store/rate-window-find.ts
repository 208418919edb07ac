import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { RateWindow } from './rate-window-hit.ts';

const STATEMENT = {
  name: 'rate-window-find',
  text: 'select hits, expires_at from rate_window where key = $1 and expires_at > $2',
};

/** The open window of the key, if there is one. */
export async function findRateWindow(
  limits: Queryable,
  key: Buffer,
  nowMs: number,
): Promise<RateWindow | undefined> {
  const [row] = await limits.rows<RateWindow>(STATEMENT, [key, new Date(nowMs)]);
  return row;
}
