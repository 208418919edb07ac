import { Router, type RequestHandler } from 'express';
import { authorize } from './authorize/authorize.ts';
import { decideConsent } from './consent/decide-consent.ts';
import { showConsent } from './consent/show-consent.ts';
import { signIn } from './consent/sign-in.ts';
import { signOut } from './consent/sign-out.ts';
import type { OAuthDeps, OAuthHandler, OAuthRoute } from './deps.ts';
import { showKeys, showMetadata } from './metadata/routes.ts';
import { pageRoute } from './pages/page-errors.ts';
import { PATHS } from './paths.ts';
import { sendError, tokenRoute } from './token/responses.ts';
import { revoke } from './token/revoke.ts';
import { token } from './token/token.ts';

const METHODS: [string, string][] = [
  [PATHS.authorize, 'GET, HEAD'],
  [PATHS.consent, 'GET, HEAD, POST'],
  [PATHS.signIn, 'POST'],
  [PATHS.signOut, 'POST'],
  [PATHS.token, 'POST'],
  [PATHS.revoke, 'POST'],
  [PATHS.jwks, 'GET, HEAD'],
  [PATHS.metadata, 'GET, HEAD'],
];

/** Router of the OAuth endpoints and pages (contract, section 5). No CORS headers: servers and links use them, not scripts. */
export function oauthRouter(deps: OAuthDeps): Router {
  const router = Router();
  const add = (
    method: OAuthRoute['method'],
    path: string,
    kind: typeof pageRoute,
    handler: OAuthHandler,
  ): void => {
    router[method === 'GET' ? 'get' : 'post'](path, kind(deps, { method, path }, handler));
  };
  add('GET', PATHS.authorize, pageRoute, authorize(deps));
  add('GET', PATHS.consent, pageRoute, showConsent(deps));
  add('POST', PATHS.consent, pageRoute, decideConsent(deps));
  add('POST', PATHS.signIn, pageRoute, signIn(deps));
  add('POST', PATHS.signOut, pageRoute, signOut(deps));
  add('POST', PATHS.token, tokenRoute, token(deps));
  add('POST', PATHS.revoke, tokenRoute, revoke(deps));
  add('GET', PATHS.jwks, tokenRoute, showKeys(deps));
  add('GET', PATHS.metadata, tokenRoute, showMetadata(deps));
  for (const [path, allow] of METHODS) router.all(path, onlyMethods(path, allow));
  return router;
}

function onlyMethods(path: string, allow: string): RequestHandler {
  return (_req, res) => {
    res.locals['route'] = path;
    sendError(res, 'invalid_request', `The method must be one of ${allow}.`, 405, { Allow: allow });
  };
}
