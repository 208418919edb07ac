import { Router, type RequestHandler } from 'express';
import { authorize } from './authorize/authorize.ts';
import { decideConsent } from './consent/decide-consent.ts';
import { showConsent } from './consent/show-consent.ts';
import { signIn } from './consent/sign-in.ts';
import { signOut } from './consent/sign-out.ts';
import type { OAuthDeps } from './deps.ts';
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
  const page = (path: string, handler: Parameters<typeof pageRoute>[2]) => pageRoute(deps, path, handler);
  const json = (path: string, handler: Parameters<typeof tokenRoute>[2]) => tokenRoute(deps, path, handler);
  const router = Router();
  router.get(PATHS.authorize, page(PATHS.authorize, authorize(deps)));
  router.get(PATHS.consent, page(PATHS.consent, showConsent(deps)));
  router.post(PATHS.consent, page(PATHS.consent, decideConsent(deps)));
  router.post(PATHS.signIn, page(PATHS.signIn, signIn(deps)));
  router.post(PATHS.signOut, page(PATHS.signOut, signOut(deps)));
  router.post(PATHS.token, json(PATHS.token, token(deps)));
  router.post(PATHS.revoke, json(PATHS.revoke, revoke(deps)));
  router.get(PATHS.jwks, json(PATHS.jwks, showKeys(deps)));
  router.get(PATHS.metadata, json(PATHS.metadata, showMetadata(deps)));
  for (const [path, allow] of METHODS) router.all(path, onlyMethods(path, allow));
  return router;
}

function onlyMethods(path: string, allow: string): RequestHandler {
  return (_req, res) => {
    res.locals['route'] = path;
    sendError(res, 'invalid_request', `The method must be one of ${allow}.`, 405, { Allow: allow });
  };
}
