import type {
  ConsentStore,
  GetConsentRequestResponse_Consent as Consent,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { OAuthDeps, OAuthHandler } from '../deps.ts';
import { chooseStorePage } from '../pages/choose-store-page.ts';
import { consentPage } from '../pages/consent-page.ts';
import { messagePage } from '../pages/message-page.ts';
import { notOwnerPage } from '../pages/not-owner-page.ts';
import type { Page } from '../pages/page.ts';
import { sendPage } from '../pages/send-page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { valueOf, queryOf } from '../query.ts';
import { visitOf, type ConsentVisit } from './consent-visit.ts';

/** GET /oauth/apps/consent/:id: the next step of the merchant. */
export function showConsent(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const visit = visitOf(deps, req, res);
    const { ctx, texts, id, browserToken, sessionToken } = visit;
    const { consent } = await deps.services.oauth.getConsentRequest(ctx, { id, browserToken, sessionToken });
    if (!consent) return sendPage(res, texts, 410, messagePage(texts, texts.gone));
    sendPage(res, texts, 200, nextPage(visit, consent, valueOf(queryOf(req), 'store')));
  };
}

/** Page of the next step: sign in, an explanation that only owners can continue, choose a store, or decide. */
function nextPage(visit: ConsentVisit, consent: Consent, chosen: string | undefined): Page {
  const { texts, id, csrf } = visit;
  const { app, redirectUri, person, ownedStores, teamStoreNames, testStoresOnly, scopes } = consent;
  const common = { id, csrf, app: app!, redirectUri };
  if (!person) return signInPage(texts, common);
  if (ownedStores.length === 0)
    return notOwnerPage(texts, { ...common, person, teamStoreNames, testStoresOnly });
  const store = chosenStore(ownedStores, chosen);
  if (!store) return chooseStorePage(texts, { ...common, person, stores: ownedStores });
  return consentPage(texts, { ...common, person, scopes, store });
}

function chosenStore(owned: ConsentStore[], chosen: string | undefined): ConsentStore | undefined {
  return owned.length === 1 ? owned[0] : owned.find((store) => store.id === chosen);
}
