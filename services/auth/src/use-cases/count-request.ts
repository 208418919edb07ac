import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { WindowRule } from '../domain/rules.ts';
import { secondsUntil } from '../domain/seconds-until.ts';
import { rateWindowHit } from '../store/rate-window.ts';

/**
 * Counts a request against limits, one after the other up to the first that is exceeded.
 * @param windows key and limit of each count
 * @returns seconds until the exceeded window ends; 0 when the request is within all limits
 */
export async function countRequest(
  limits: Queryable,
  nowMs: number,
  windows: readonly [key: string, WindowRule][],
): Promise<number> {
  for (const [key, rule] of windows) {
    const { hits, expiresAt } = await rateWindowHit(limits, sha256(key), nowMs, rule);
    if (hits > rule.limit) return secondsUntil(expiresAt, nowMs);
  }
  return 0;
}
