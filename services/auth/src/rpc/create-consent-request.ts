import type {
  CreateConsentRequestRequest,
  CreateConsentRequestResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { CONSENT_MS } from '../domain/lifetimes.ts';
import { createConsentRequest as create } from '../store/consent-request-create.ts';

/** Keeps a checked authorization request for ten minutes (contract, section 8). */
export function createConsentRequest({
  database,
  clock,
}: AuthDeps): Handler<CreateConsentRequestRequest, CreateConsentRequestResponse> {
  return async (_ctx, { clientId, redirectUri, scopes, state, codeChallenge, browserToken }) => {
    const nowMs = clock.now();
    const id = randomToken(24);
    await create(database, {
      id,
      browserHash: sha256(browserToken),
      appId: clientId,
      redirectUri,
      scopes,
      state,
      codeChallenge,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + CONSENT_MS),
    });
    return { id, expiresAtMs: nowMs + CONSENT_MS };
  };
}
