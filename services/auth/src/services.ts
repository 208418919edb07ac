import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { DeskServiceService } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import {
  InstallationServiceService,
  OAuthServiceService,
  OperationsServiceService,
  SessionsServiceService,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { StoreAppsServiceService } from '@commerce/proto/commerce/auth/v1/store_apps.ts';
import { StoresServiceService } from '@commerce/proto/commerce/auth/v1/stores.ts';
import { TeamServiceService } from '@commerce/proto/commerce/auth/v1/team.ts';
import type { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from './deps.ts';
import { acceptInvitation } from './rpc/accept-invitation.ts';
import { admit } from './rpc/admit.ts';
import { admitAnonymous } from './rpc/admit-anonymous.ts';
import { approveReview } from './rpc/approve-review.ts';
import { authenticateClient } from './rpc/authenticate-client.ts';
import { changePassword } from './rpc/change-password.ts';
import { completeSignUp } from './rpc/complete-sign-up.ts';
import { createApp } from './rpc/create-app.ts';
import { createClientSecret } from './rpc/create-client-secret.ts';
import { createConsentRequest } from './rpc/create-consent-request.ts';
import { createDeveloperStore } from './rpc/create-developer-store.ts';
import { decideConsent } from './rpc/decide-consent.ts';
import { endSession } from './rpc/end-session.ts';
import { exchangeCode } from './rpc/exchange-code.ts';
import { expireClientSecret } from './rpc/expire-client-secret.ts';
import { getAnyApp } from './rpc/get-any-app.ts';
import { getApp } from './rpc/get-app.ts';
import { getAuthorizingApp } from './rpc/get-authorizing-app.ts';
import { getConsentRequest } from './rpc/get-consent-request.ts';
import { getDeveloperDetails } from './rpc/get-developer-details.ts';
import { getDeveloper } from './rpc/get-developer.ts';
import { getInvitation } from './rpc/get-invitation.ts';
import { getReview } from './rpc/get-review.ts';
import { getSession } from './rpc/get-session.ts';
import { getSignUp } from './rpc/get-sign-up.ts';
import { getStore } from './rpc/get-store.ts';
import { getVerificationKeys } from './rpc/get-verification-keys.ts';
import { issueTrialToken } from './rpc/issue-trial-token.ts';
import { inviteTeamUser } from './rpc/invite-team-user.ts';
import { listAllApps } from './rpc/list-all-apps.ts';
import { listAppReviews } from './rpc/list-app-reviews.ts';
import { listApps } from './rpc/list-apps.ts';
import { listAuditEntries } from './rpc/list-audit-entries.ts';
import { listClientSecrets } from './rpc/list-client-secrets.ts';
import { listDeveloperContacts } from './rpc/list-developer-contacts.ts';
import { listDeveloperStores } from './rpc/list-developer-stores.ts';
import { listDevelopers } from './rpc/list-developers.ts';
import { listInvitations } from './rpc/list-invitations.ts';
import { listReviews } from './rpc/list-reviews.ts';
import { listSessions } from './rpc/list-sessions.ts';
import { listStoreApps } from './rpc/list-store-apps.ts';
import { listStoreInstallations } from './rpc/list-store-installations.ts';
import { listStores } from './rpc/list-stores.ts';
import { listTeam } from './rpc/list-team.ts';
import { recordParkedEventAction } from './rpc/record-parked-event-action.ts';
import { recordRefusal } from './rpc/record-refusal.ts';
import { refreshTokens } from './rpc/refresh-tokens.ts';
import { rejectReview } from './rpc/reject-review.ts';
import { removeTeamUser } from './rpc/remove-team-user.ts';
import { requestPasswordReset } from './rpc/request-password-reset.ts';
import { resetPassword } from './rpc/reset-password.ts';
import { restoreApp } from './rpc/restore-app.ts';
import { restoreDeveloper } from './rpc/restore-developer.ts';
import { revokeInvitation } from './rpc/revoke-invitation.ts';
import { revokeToken } from './rpc/revoke-token.ts';
import { rotateSigningKey } from './rpc/rotate-signing-key.ts';
import { setStorePlan } from './rpc/set-store-plan.ts';
import { setTeamRole } from './rpc/set-team-role.ts';
import { signIn } from './rpc/sign-in.ts';
import { signOutEverywhere } from './rpc/sign-out-everywhere.ts';
import { signOut } from './rpc/sign-out.ts';
import { signUpDeveloper } from './rpc/sign-up-developer.ts';
import { submitForReview } from './rpc/submit-for-review.ts';
import { suspendApp } from './rpc/suspend-app.ts';
import { suspendDeveloper } from './rpc/suspend-developer.ts';
import { uninstallInstallation } from './rpc/uninstall-installation.ts';
import { uninstall } from './rpc/uninstall.ts';
import { updateApp } from './rpc/update-app.ts';
import { updateProfile } from './rpc/update-profile.ts';
import { withdrawReview } from './rpc/withdraw-review.ts';

/** Puts every RPC of this service on the server. */
export function addServices(server: GrpcServer, deps: AuthDeps): void {
  addPeople(server, deps);
  server.add(AdmissionServiceService, {
    admit: admit(deps),
    recordRefusal: recordRefusal(deps),
    getVerificationKeys: getVerificationKeys(deps),
  });
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
    admitAnonymous: admitAnonymous(deps),
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
  addApps(server, deps);
}

/** What developers and the platform's staff do. */
function addApps(server: GrpcServer, deps: AuthDeps): void {
  server.add(AppsServiceService, {
    getDeveloper: getDeveloper(deps),
    createApp: createApp(deps),
    updateApp: updateApp(deps),
    listApps: listApps(deps),
    getApp: getApp(deps),
    listClientSecrets: listClientSecrets(deps),
    createClientSecret: createClientSecret(deps),
    expireClientSecret: expireClientSecret(deps),
    createDeveloperStore: createDeveloperStore(deps),
    listDeveloperStores: listDeveloperStores(deps),
    issueTrialToken: issueTrialToken(deps),
    submitForReview: submitForReview(deps),
    withdrawReview: withdrawReview(deps),
    listAppReviews: listAppReviews(deps),
  });
  server.add(DeskServiceService, {
    listReviews: listReviews(deps),
    getReview: getReview(deps),
    approveReview: approveReview(deps),
    rejectReview: rejectReview(deps),
    listAllApps: listAllApps(deps),
    getAnyApp: getAnyApp(deps),
    listDevelopers: listDevelopers(deps),
    getDeveloperDetails: getDeveloperDetails(deps),
    listStores: listStores(deps),
    setStorePlan: setStorePlan(deps),
    listAuditEntries: listAuditEntries(deps),
    recordParkedEventAction: recordParkedEventAction(deps),
  });
}

function addPeople(server: GrpcServer, deps: AuthDeps): void {
  server.add(PeopleServiceService, {
    requestPasswordReset: requestPasswordReset(deps),
    resetPassword: resetPassword(deps),
    changePassword: changePassword(deps),
    signOutEverywhere: signOutEverywhere(deps),
    endSession: endSession(deps),
    listSessions: listSessions(deps),
    updateProfile: updateProfile(deps),
    signUpDeveloper: signUpDeveloper(deps),
    getSignUp: getSignUp(deps),
    completeSignUp: completeSignUp(deps),
  });
  server.add(TeamServiceService, {
    listTeam: listTeam(deps),
    inviteTeamUser: inviteTeamUser(deps),
    listInvitations: listInvitations(deps),
    revokeInvitation: revokeInvitation(deps),
    getInvitation: getInvitation(deps),
    acceptInvitation: acceptInvitation(deps),
    setTeamRole: setTeamRole(deps),
    removeTeamUser: removeTeamUser(deps),
  });
  server.add(StoreAppsServiceService, { listStoreApps: listStoreApps(deps) });
}
