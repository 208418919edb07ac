import type {
  CreateConsentRequestRequest,
  CreateConsentRequestResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { sealConsent } from '../consents/sealed-consent.ts';
import type { Deps } from '../deps.ts';
import type { WindowRule } from '../rules.ts';
import { secondsToWait } from '../sessions/seconds-to-wait.ts';

/** Authorization requests of one client address, and of one app, which any client can name. */
const OF_ADDRESS: WindowRule = { limit: 600, windowMs: 60_000 };
const OF_CLIENT: WindowRule = { limit: 1_200, windowMs: 60_000 };

/** Makes a consent request of a checked authorization request, for ten minutes (contract, section 8). */
export function createConsentRequest(
  deps: Deps,
): Handler<CreateConsentRequestRequest, CreateConsentRequestResponse> {
  return async (_ctx, { clientId, redirectUri, scopes, state, codeChallenge, browserToken, ip }) => {
    const retryAfterS = await secondsToWait(deps.limits, deps.clock.now(), [
      [`authorize of address\n${ip}`, OF_ADDRESS],
      [`authorize of client\n${clientId}`, OF_CLIENT],
    ]);
    if (retryAfterS > 0) return { id: '', expiresAtMs: 0, retryAfterS };
    const asked = { appId: clientId, redirectUri, scopes, state, codeChallenge };
    return { ...sealConsent(deps.box, asked, browserToken, deps.clock.now()), retryAfterS: 0 };
  };
}
