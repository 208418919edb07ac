import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { clientNetworkOf } from '../../edge/client-network.ts';
import { Cookies } from '../../edge/cookies.ts';
import { sendRedirect } from '../send-redirect.ts';
import { contextOf, type OAuthDeps, type OAuthHandler } from '../deps.ts';
import { messagePage } from '../pages/message-page.ts';
import { sendPage } from '../pages/send-page.ts';
import { textsFor } from '../pages/texts-for.ts';
import { consentPath } from '../paths.ts';
import { queryOf, singleValueOf, valueOf } from '../query.ts';
import { checkClient } from './check-client.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkPkce } from './check-pkce.ts';
import { checkRedirectUri } from './check-redirect-uri.ts';
import { checkResponseType } from './check-response-type.ts';
import { checkScope, scopesOf } from './check-scope.ts';
import { checkState } from './check-state.ts';
import type { Check } from './check.ts';
import { responseUrl } from './redirect.ts';

/** Applied in this order; the first failure is reported. */
const CHECKS: Check[] = [checkDuplicates, checkResponseType, checkState, checkPkce, checkScope];

/**
 * GET /oauth/apps/authorize (contract, section 5, step 1). An invalid client or redirect URI is shown to the merchant, any
 * other problem is reported to the app; a valid request creates a consent request of this browser.
 */
export function authorize(deps: OAuthDeps): OAuthHandler {
  const cookies = new Cookies(deps.publicUrl);
  return async (req, res) => {
    const params = queryOf(req);
    const ctx = contextOf(deps, res);
    const texts = textsFor(req);
    const app = await checkClient(
      params,
      async (clientId) => (await deps.services.oauth.getAuthorizingApp(ctx, { clientId })).app,
    );
    if (!app) return sendPage(res, texts, 400, messagePage(texts, texts.unknownApp));
    const redirectUri = checkRedirectUri(params, app);
    if (redirectUri === undefined) return sendPage(res, texts, 400, messagePage(texts, texts.badRedirectUri));

    const refused = CHECKS.map((check) => check({ params, app })).find((refusal) => refusal !== undefined);
    if (refused) {
      const { error, description: error_description } = refused;
      const state = singleValueOf(params, 'state');
      return sendRedirect(
        res,
        responseUrl(redirectUri, { error, error_description, state, iss: deps.publicUrl }),
      );
    }
    const browserToken = cookies.read(req, 'browser') || randomToken();
    const { id, retryAfterS } = await deps.services.oauth.createConsentRequest(ctx, {
      clientId: app.clientId,
      redirectUri,
      scopes: scopesOf(params, app),
      state: valueOf(params, 'state')!,
      codeChallenge: valueOf(params, 'code_challenge')!,
      browserToken,
      ip: clientNetworkOf(req),
    });
    if (retryAfterS > 0) {
      const page = messagePage(texts, texts.tooManyRequests);
      return sendPage(res, texts, 429, page, { 'Retry-After': String(retryAfterS) });
    }
    cookies.set(res, 'browser', browserToken);
    sendRedirect(res, consentPath(id));
  };
}
