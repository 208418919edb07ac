import type { Response } from 'express';
import { DecideConsentOutcome, type DecideConsentResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { responseUrl } from '../authorize/redirect.ts';
import type { OAuthDeps, OAuthHandler } from '../deps.ts';
import { messagePage } from '../pages/message-page.ts';
import { sendPage } from '../pages/send-page.ts';
import { consentPath } from '../paths.ts';
import { sendRedirect } from '../send-redirect.ts';
import { visitOf, type ConsentVisit } from './consent-visit.ts';
import { readForm } from './form-body.ts';
import { isOwnForm } from './form-guard.ts';

/** POST /oauth/apps/consent/:id (`decision` = `allow` or `deny`); redirects to the app with 303 (RFC 9700, 4.12). */
export function decideConsent(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const visit = visitOf(deps, req, res);
    const { ctx, texts, id, browserToken, sessionToken } = visit;
    const form = await readForm(req);
    if (!isOwnForm(req, form, visit)) return sendPage(res, texts, 403, messagePage(texts, texts.crossSite));
    const decision = form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') return sendRedirect(res, consentPath(id));
    const storeId = form.get('store') ?? '';
    const request = { id, browserToken, sessionToken, allow: decision === 'allow', storeId };
    respond(res, visit, await deps.services.oauth.decideConsent(ctx, request), deps.publicUrl);
  };
}

function respond(
  res: Response,
  { texts, id }: ConsentVisit,
  { outcome, redirectUri, code, state }: DecideConsentResponse,
  iss: string,
): void {
  switch (outcome) {
    case DecideConsentOutcome.ALLOWED:
      return sendRedirect(res, responseUrl(redirectUri, { code, state, iss }));
    case DecideConsentOutcome.DENIED: {
      const error_description = 'The merchant declined the request.';
      return sendRedirect(
        res,
        responseUrl(redirectUri, { error: 'access_denied', error_description, state, iss }),
      );
    }
    case DecideConsentOutcome.SIGN_IN_REQUIRED:
    case DecideConsentOutcome.NOT_OWNER:
    case DecideConsentOutcome.NOT_PUBLISHED:
      // The page shows the next step.
      return sendRedirect(res, consentPath(id));
    case DecideConsentOutcome.APP_UNAVAILABLE:
      return sendPage(res, texts, 403, messagePage(texts, texts.appUnavailable));
    case DecideConsentOutcome.STORE_SUSPENDED:
      return sendPage(res, texts, 403, messagePage(texts, texts.storeSuspended));
    default:
      return sendPage(res, texts, 410, messagePage(texts, texts.gone));
  }
}
