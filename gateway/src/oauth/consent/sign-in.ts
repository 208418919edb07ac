import type { Response } from 'express';
import type { GetConsentRequestResponse_Consent as Consent } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { clientNetworkOf } from '../../edge/client-network.ts';
import type { OAuthDeps, OAuthHandler } from '../deps.ts';
import { messagePage } from '../pages/message-page.ts';
import { sendPage } from '../pages/send-page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { consentPath } from '../paths.ts';
import { sendRedirect } from '../send-redirect.ts';
import { visitOf, type ConsentVisit } from './consent-visit.ts';
import { readForm } from './form-body.ts';
import { isOwnForm } from './form-guard.ts';

/** POST /oauth/apps/consent/:id/sign-in (`email`, `password`). */
export function signIn(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const visit = visitOf(deps, req, res);
    const { ctx, texts, cookies, id, browserToken, sessionToken } = visit;
    const form = await readForm(req);
    if (!isOwnForm(req, form, visit)) return sendPage(res, texts, 403, messagePage(texts, texts.crossSite));
    // Checked first: signing in here requires an open consent request of this browser.
    const { consent } = await deps.services.oauth.getConsentRequest(ctx, {
      id,
      browserToken,
      sessionToken: '',
    });
    if (!consent) return sendPage(res, texts, 410, messagePage(texts, texts.gone));

    const email = form.get('email') ?? '';
    const password = form.get('password') ?? '';
    const { result } = await deps.services.people.signIn(ctx, {
      email,
      password,
      ip: clientNetworkOf(req),
      userAgent: req.headers['user-agent'] ?? '',
    });
    if (result?.$case === 'session') {
      // Every sign-in creates a new session and ends the previous one.
      if (sessionToken !== '') await deps.services.people.signOut(ctx, { token: sessionToken });
      cookies.set(res, 'session', result.value.token, result.value.expiresAtMs);
      return sendRedirect(res, consentPath(id));
    }
    const retryAfterS = result?.$case === 'retryAfterS' ? result.value : undefined;
    signInFailed(res, visit, consent, email, retryAfterS);
  };
}

function signInFailed(
  res: Response,
  { texts, id, csrf }: ConsentVisit,
  { app, redirectUri }: Consent,
  email: string,
  retryAfterS: number | undefined,
): void {
  const limited = retryAfterS !== undefined;
  const error = limited ? texts.tooManySignIns(Math.ceil(retryAfterS / 60)) : texts.wrongCredentials;
  const page = signInPage(texts, { id, csrf, app: app!, redirectUri, email, error });
  sendPage(res, texts, limited ? 429 : 422, page, limited ? { 'Retry-After': String(retryAfterS) } : {});
}
