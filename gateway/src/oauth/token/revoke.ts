import { contextOf, type OAuthDeps, type OAuthHandler } from '../deps.ts';
import { sendError, sendJson, sendRefusal } from './responses.ts';
import { credentialsOf } from './client-credentials.ts';
import { readParameters } from './parameters.ts';

/** POST /oauth/apps/revoke (contract, section 5, "Revocation"; RFC 7009). An unknown token counts as revoked. */
export function revoke(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const parameters = await readParameters(req);
    const client = credentialsOf(req, parameters);
    const ctx = contextOf(deps, res);
    const value = parameters.get('token');
    const { refusal } =
      value === undefined
        ? await deps.services.oauth.authenticateClient(ctx, { client })
        : await deps.services.oauth.revokeToken(ctx, { client, token: value });
    if (refusal) return sendRefusal(res, refusal);
    if (value === undefined) return sendError(res, 'invalid_request', 'token is missing.');
    sendJson(res, 200, {});
  };
}
