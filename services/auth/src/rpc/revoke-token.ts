import type { RevokeTokenRequest, RevokeTokenResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { authenticateClient } from '../clients/authenticate-client.ts';
import type { Deps } from '../deps.ts';
import { tellAuthorized } from '../events/publish.ts';
import { revokeByRefreshToken } from '../store/installation-revoke-by-family.ts';
import { revokeByAccessToken } from '../store/installation-revoke-by-generation.ts';

/**
 * Revokes by refresh or access token (contract, section 5, "Revocation"; RFC 7009). A token that is unknown, dead already
 * or another client's changes nothing and is answered alike.
 */
export function revokeToken(deps: Deps): Handler<RevokeTokenRequest, RevokeTokenResponse> {
  return async (ctx, { client, token }) => {
    const authentication = await authenticateClient(deps, client);
    if ('refusal' in authentication) return { refusal: authentication.refusal };
    const { appId } = authentication;
    const at = new Date(deps.clock.now());
    // Only a JWT has dots.
    const access = token.includes('.') ? await deps.signer.recognize(token) : undefined;
    await deps.writer.change(ctx, async (unit) => {
      const revoked = access
        ? await revokeByAccessToken(unit, access, appId, at)
        : await revokeByRefreshToken(unit, sha256(token), appId, at);
      if (revoked) tellAuthorized(unit, revoked);
    });
    return { refusal: undefined };
  };
}
