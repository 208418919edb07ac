import type { RevokeTokenRequest, RevokeTokenResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { publishAuthorized } from '../events/publish.ts';
import { installationRevokeByAccessToken, installationRevokeByRefreshToken } from '../store/installation.ts';
import { authenticateClient } from '../use-cases/authenticate-client.ts';

/**
 * Revokes by refresh or access token (contract, section 5, "Revocation"; RFC 7009). A token that is unknown,
 * already invalid or another client's changes nothing and gets the same response.
 */
export const revokeToken =
  (deps: Deps): Handler<RevokeTokenRequest, RevokeTokenResponse> =>
  async (ctx, { client, token }) => {
    const authentication = await authenticateClient(deps, client);
    if ('refusal' in authentication) return { refusal: authentication.refusal };
    const { appId } = authentication;
    const at = new Date(deps.clock.now());
    // Only a JWT has dots.
    const access = token.includes('.') ? await deps.signer.verify(token) : undefined;
    await deps.writer.change(ctx, async (unit) => {
      const revoked = access
        ? await installationRevokeByAccessToken(unit, access, appId, at)
        : await installationRevokeByRefreshToken(unit, sha256(token), appId, at);
      if (revoked) publishAuthorized(unit, revoked);
    });
    return { refusal: undefined };
  };
