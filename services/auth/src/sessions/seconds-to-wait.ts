import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { WindowRule } from '../rules.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { secondsUntil } from './seconds-until.ts';

/**
 * Counts a request against limits, one after the other up to the first that is exceeded.
 * @param windows what is counted, and its limit
 * @returns seconds until that one's window ends; 0 when the request is within all of them
 */
export async function secondsToWait(
  limits: Queryable,
  nowMs: number,
  windows: readonly [key: string, WindowRule][],
): Promise<number> {
  for (const [key, rule] of windows) {
    const { hits, expires_at } = await hitRateWindow(limits, sha256(key), nowMs, rule);
    if (hits > rule.limit) return secondsUntil(expires_at, nowMs);
  }
  return 0;
}
