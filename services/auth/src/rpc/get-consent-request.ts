import type {
  GetConsentRequestRequest,
  GetConsentRequestResponse,
  GetConsentRequestResponse_Consent,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { openConsent } from '../consents/sealed-consent.ts';
import type { Deps } from '../deps.ts';
import { mayAuthorize } from '../domain/consent.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOpenConsent, type OpenConsentRow } from '../store/consent-request-find-open.ts';
import { listMemberships } from '../store/membership-list-with-installation.ts';

type Signed = Pick<GetConsentRequestResponse_Consent, 'person' | 'ownedStores' | 'teamStoreNames'>;

/** What the consent page shows. */
export function getConsentRequest(deps: Deps): Handler<GetConsentRequestRequest, GetConsentRequestResponse> {
  return async (_ctx, { id, browserToken, sessionToken }) => {
    const asked = openConsent(deps.box, id, browserToken, deps.clock.now());
    const row = asked && (await findOpenConsent(deps.database, asked));
    if (!row) return { consent: undefined };
    const app = {
      clientId: row.app_id,
      name: row.app_name,
      logoUrl: row.logo_url ?? '',
      redirectUris: [],
      scopes: [],
      developerName: row.developer_name,
    };
    const signed = await whoIsSignedIn(deps, sessionToken, row);
    const testStoresOnly = !row.published;
    return {
      consent: { app, redirectUri: asked.redirectUri, scopes: asked.scopes, ...signed, testStoresOnly },
    };
  };
}

async function whoIsSignedIn(deps: Deps, sessionToken: string, row: OpenConsentRow): Promise<Signed> {
  const session = await openSession(deps, sessionToken);
  if (!session) return { person: undefined, ownedStores: [], teamStoreNames: [] };
  const memberships = await listMemberships(deps.database, session.person_id, row.app_id);
  const app = { published: row.published, developerId: row.developer_id };
  const owned = memberships.filter(
    ({ role, developer_id: developerId }) => role === 'owner' && mayAuthorize(app, { developerId }),
  );
  return {
    person: { id: session.person_id, name: session.name, email: session.email, language: session.language },
    ownedStores: owned.map((store) => ({
      id: store.store_id,
      name: store.store_name,
      installed: store.granted_scopes !== null,
      grantedScopes: store.granted_scopes ?? [],
    })),
    teamStoreNames: memberships.filter(({ role }) => role !== 'owner').map((store) => store.store_name),
  };
}
