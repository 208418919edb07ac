import type {
  AdmitAnonymousRequest,
  AdmitAnonymousResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { secondsUntil } from '../sessions/seconds-until.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';

/** Counts requests without a session per address. What they ask for has narrower limits of its own. */
export function admitAnonymous({
  limits,
  clock,
  rules,
}: AuthDeps): Handler<AdmitAnonymousRequest, AdmitAnonymousResponse> {
  return async (_ctx, { ip }) => {
    const nowMs = clock.now();
    const rule = rules.anonymousRequests;
    const window = await hitRateWindow(limits, sha256(`anonymous\n${ip}`), nowMs, rule);
    return { retryAfterS: window.hits > rule.limit ? secondsUntil(window.expires_at, nowMs) : 0 };
  };
}
