import type {
  GetConsentRequestRequest,
  GetConsentRequestResponse,
  GetConsentRequestResponse_Consent,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { mayAuthorize } from '../domain/consent.ts';
import { openConsent } from '../domain/sealed-consent.ts';
import { consentRequestFindOpen, type OpenConsentRecord } from '../store/consent-request.ts';
import { membershipListWithInstallation } from '../store/membership.ts';
import { resumeSession } from '../use-cases/resume-session.ts';

type SignedIn = Pick<GetConsentRequestResponse_Consent, 'person' | 'ownedStores' | 'teamStoreNames'>;

/** The contents of the consent page. */
export const getConsentRequest =
  (deps: Deps): Handler<GetConsentRequestRequest, GetConsentRequestResponse> =>
  async (_ctx, { id, browserToken, sessionToken }) => {
    const opened = openConsent(deps.box, id, browserToken, deps.clock.now());
    const consent = opened && (await consentRequestFindOpen(deps.db, opened));
    if (!consent) return { consent: undefined };
    const app = {
      clientId: consent.appId,
      name: consent.appName,
      logoUrl: consent.logoUrl ?? '',
      redirectUris: [],
      scopes: [],
      developerName: consent.developerName,
    };
    const person = await signedIn(deps, sessionToken, consent);
    const testStoresOnly = !consent.published;
    return {
      consent: { app, redirectUri: opened.redirectUri, scopes: opened.scopes, ...person, testStoresOnly },
    };
  };

async function signedIn(deps: Deps, sessionToken: string, consent: OpenConsentRecord): Promise<SignedIn> {
  const session = await resumeSession(deps, sessionToken);
  if (!session) return { person: undefined, ownedStores: [], teamStoreNames: [] };
  const memberships = await membershipListWithInstallation(deps.db, session.personId, consent.appId);
  const app = { published: consent.published, developerId: consent.developerId };
  const owned = memberships.filter(
    ({ role, developerId }) => role === 'owner' && mayAuthorize(app, { developerId }),
  );
  return {
    person: { id: session.personId, name: session.name, email: session.email, language: session.language },
    ownedStores: owned.map((store) => ({
      id: store.storeId,
      name: store.storeName,
      installed: store.grantedScopes !== null,
      grantedScopes: store.grantedScopes ?? [],
    })),
    teamStoreNames: memberships.filter(({ role }) => role !== 'owner').map((store) => store.storeName),
  };
}
