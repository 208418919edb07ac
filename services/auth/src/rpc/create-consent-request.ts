import type {
  CreateConsentRequestRequest,
  CreateConsentRequestResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { sealConsent } from '../consents/sealed-consent.ts';
import type { AuthDeps } from '../deps.ts';
import type { WindowRule } from '../rules.ts';
import { secondsUntil } from '../sessions/seconds-until.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';

/** Authorization requests of one client address, and of one app, which any client can name. */
const OF_ADDRESS: WindowRule = { limit: 600, windowMs: 60_000 };
const OF_CLIENT: WindowRule = { limit: 1_200, windowMs: 60_000 };

/** Makes a consent request of a checked authorization request, for ten minutes (contract, section 8). */
export function createConsentRequest(
  deps: AuthDeps,
): Handler<CreateConsentRequestRequest, CreateConsentRequestResponse> {
  return async (_ctx, { clientId, redirectUri, scopes, state, codeChallenge, browserToken, ip }) => {
    const retryAfterS = await secondsToWait(deps, ip, clientId);
    if (retryAfterS > 0) return { id: '', expiresAtMs: 0, retryAfterS };
    const asked = { appId: clientId, redirectUri, scopes, state, codeChallenge };
    return { ...sealConsent(deps.box, asked, browserToken, deps.clock.now()), retryAfterS: 0 };
  };
}

/** Counts a request. @returns 0 when it is within the limits */
async function secondsToWait({ limits, clock }: AuthDeps, ip: string, clientId: string): Promise<number> {
  const nowMs = clock.now();
  const rules: [string, WindowRule][] = [
    [`authorize of address\n${ip}`, OF_ADDRESS],
    [`authorize of client\n${clientId}`, OF_CLIENT],
  ];
  for (const [key, rule] of rules) {
    const { hits, expires_at } = await hitRateWindow(limits, sha256(key), nowMs, rule);
    if (hits > rule.limit) return secondsUntil(expires_at, nowMs);
  }
  return 0;
}
