import { contextOf, type OAuthDeps, type OAuthHandler } from '../deps.ts';
import { sendJson } from '../token/responses.ts';
import { serverMetadata } from './server-metadata.ts';

const CACHED = { 'Cache-Control': 'public, max-age=60' };

/** GET /.well-known/oauth-authorization-server (RFC 8414). */
export function showMetadata({ publicUrl }: OAuthDeps): OAuthHandler {
  const metadata = serverMetadata(publicUrl);
  return async (_req, res) => sendJson(res, 200, metadata, {}, CACHED);
}

/** GET /.well-known/jwks.json: the public keys of access tokens (RFC 7517). */
export function showKeys(deps: OAuthDeps): OAuthHandler {
  return async (_req, res) => {
    const { jwks } = await deps.services.admission.getVerificationKeys(contextOf(deps, res), {});
    sendJson(res, 200, JSON.parse(jwks) as object, {}, CACHED);
  };
}
