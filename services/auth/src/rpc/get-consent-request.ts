import type {
  GetConsentRequestRequest,
  GetConsentRequestResponse,
  GetConsentRequestResponse_Consent,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOpenConsent } from '../store/consent-request-find-open.ts';
import { listMemberships } from '../store/membership-list-with-installation.ts';

type Signed = Pick<GetConsentRequestResponse_Consent, 'person' | 'ownedStores' | 'teamStoreNames'>;

/** What the consent page shows. */
export function getConsentRequest(
  deps: AuthDeps,
): Handler<GetConsentRequestRequest, GetConsentRequestResponse> {
  return async (_ctx, { id, browserToken, sessionToken }) => {
    const now = new Date(deps.clock.now());
    const row = await findOpenConsent(deps.database, id, sha256(browserToken), now);
    if (!row) return { consent: undefined };
    const app = {
      clientId: row.app_id,
      name: row.app_name,
      logoUrl: row.logo_url ?? '',
      redirectUris: [],
      scopes: [],
      developerName: row.developer_name,
    };
    const signed = await whoIsSignedIn(deps, sessionToken, row.app_id);
    return { consent: { app, redirectUri: row.redirect_uri, scopes: row.scopes, ...signed } };
  };
}

async function whoIsSignedIn(deps: AuthDeps, sessionToken: string, appId: string): Promise<Signed> {
  const session = await openSession(deps, sessionToken);
  if (!session) return { person: undefined, ownedStores: [], teamStoreNames: [] };
  const memberships = await listMemberships(deps.database, session.person_id, appId);
  const owned = memberships.filter((row) => row.role === 'owner');
  return {
    person: { id: session.person_id, name: session.name, email: session.email, language: session.language },
    ownedStores: owned.map((row) => ({
      id: row.store_id,
      name: row.store_name,
      installed: row.granted_scopes !== null,
      grantedScopes: row.granted_scopes ?? [],
    })),
    teamStoreNames: memberships.filter((row) => row.role !== 'owner').map((row) => row.store_name),
  };
}
