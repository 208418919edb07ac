import type {
  CreateConsentRequestRequest,
  CreateConsentRequestResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import type { WindowRule } from '../domain/rules.ts';
import { sealConsent } from '../domain/sealed-consent.ts';
import { countRequest } from '../use-cases/count-request.ts';

/** Limit of authorization requests for one app, which any client can name. */
const OF_CLIENT: WindowRule = { limit: 1_200, windowMs: 60_000 };

/** Creates a consent request of a checked authorization request, for ten minutes (contract, section 8). */
export const createConsentRequest =
  (deps: Deps): Handler<CreateConsentRequestRequest, CreateConsentRequestResponse> =>
  async (_ctx, { clientId, redirectUri, scopes, state, codeChallenge, browserToken, ip }) => {
    const retryAfterS = await countRequest(deps.limits, deps.clock.now(), [
      [`authorize of address\n${ip}`, deps.rules.authorizationsOfAddress],
      [`authorize of client\n${clientId}`, OF_CLIENT],
    ]);
    if (retryAfterS > 0) return { id: '', expiresAtMs: 0, retryAfterS };
    const request = { appId: clientId, redirectUri, scopes, state, codeChallenge };
    return { ...sealConsent(deps.box, request, browserToken, deps.clock.now()), retryAfterS: 0 };
  };
