import type { OAuthDeps, OAuthHandler } from '../deps.ts';
import { messagePage } from '../pages/message-page.ts';
import { sendPage } from '../pages/send-page.ts';
import { consentPath } from '../paths.ts';
import { sendRedirect } from '../send-redirect.ts';
import { visitOf } from './consent-visit.ts';
import { readForm } from './form-body.ts';
import { isOwnForm } from './form-guard.ts';

/** POST /oauth/apps/consent/:id/sign-out: switches to another account. */
export function signOut(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const visit = visitOf(deps, req, res);
    const { ctx, texts, cookies, id, sessionToken } = visit;
    if (!isOwnForm(req, await readForm(req), visit)) {
      return sendPage(res, texts, 403, messagePage(texts, texts.crossSite));
    }
    if (sessionToken !== '') await deps.services.people.signOut(ctx, { token: sessionToken });
    cookies.clear(res, 'session');
    sendRedirect(res, consentPath(id));
  };
}
