import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import {
  InstallationServiceService,
  OAuthServiceService,
  OperationsServiceService,
  SessionsServiceService,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { StoresServiceService } from '@commerce/proto/commerce/auth/v1/stores.ts';
import type { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from './deps.ts';
import { admit } from './rpc/admit.ts';
import { authenticateClient } from './rpc/authenticate-client.ts';
import { createConsentRequest } from './rpc/create-consent-request.ts';
import { decideConsent } from './rpc/decide-consent.ts';
import { exchangeCode } from './rpc/exchange-code.ts';
import { getAuthorizingApp } from './rpc/get-authorizing-app.ts';
import { getConsentRequest } from './rpc/get-consent-request.ts';
import { getSession } from './rpc/get-session.ts';
import { getStore } from './rpc/get-store.ts';
import { getVerificationKeys } from './rpc/get-verification-keys.ts';
import { listDeveloperContacts } from './rpc/list-developer-contacts.ts';
import { listStoreInstallations } from './rpc/list-store-installations.ts';
import { refreshTokens } from './rpc/refresh-tokens.ts';
import { restoreApp } from './rpc/restore-app.ts';
import { restoreDeveloper } from './rpc/restore-developer.ts';
import { revokeToken } from './rpc/revoke-token.ts';
import { rotateSigningKey } from './rpc/rotate-signing-key.ts';
import { signIn } from './rpc/sign-in.ts';
import { signOut } from './rpc/sign-out.ts';
import { suspendApp } from './rpc/suspend-app.ts';
import { suspendDeveloper } from './rpc/suspend-developer.ts';
import { uninstall } from './rpc/uninstall.ts';
import { uninstallInstallation } from './rpc/uninstall-installation.ts';

/** Puts every RPC of this service on the server. */
export function addServices(server: GrpcServer, deps: AuthDeps): void {
  server.add(AdmissionServiceService, { admit: admit(deps), getVerificationKeys: getVerificationKeys(deps) });
  server.add(InstallationsServiceService, {
    listStoreInstallations: listStoreInstallations(deps),
    listDeveloperContacts: listDeveloperContacts(deps),
  });
  server.add(StoresServiceService, { getStore: getStore(deps) });
  server.add(OAuthServiceService, {
    getAuthorizingApp: getAuthorizingApp(deps),
    createConsentRequest: createConsentRequest(deps),
    getConsentRequest: getConsentRequest(deps),
    decideConsent: decideConsent(deps),
    authenticateClient: authenticateClient(deps),
    exchangeCode: exchangeCode(deps),
    refreshTokens: refreshTokens(deps),
    revokeToken: revokeToken(deps),
  });
  server.add(SessionsServiceService, {
    signIn: signIn(deps),
    getSession: getSession(deps),
    signOut: signOut(deps),
  });
  server.add(InstallationServiceService, { uninstall: uninstall(deps) });
  server.add(OperationsServiceService, {
    rotateSigningKey: rotateSigningKey(deps),
    suspendApp: suspendApp(deps),
    restoreApp: restoreApp(deps),
    suspendDeveloper: suspendDeveloper(deps),
    restoreDeveloper: restoreDeveloper(deps),
    uninstallInstallation: uninstallInstallation(deps),
  });
}
