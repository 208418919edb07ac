import type {
  IssueTrialTokenRequest,
  IssueTrialTokenResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { TRIAL_TOKEN_MS } from '../domain/lifetimes.ts';
import { findTrialInstallation } from '../store/installation-find-trial.ts';

/** A token by which the portal asks the API in the name of an app, on a store that its developer made for trials. */
export function issueTrialToken({
  database,
  signer,
}: Deps): Handler<IssueTrialTokenRequest, IssueTrialTokenResponse> {
  return async (_ctx, { developerId, appId, storeId }) => {
    await requireOwnApp(database, { developerId, appId });
    const [found, key] = await Promise.all([
      findTrialInstallation(database, storeId, { developerId, appId }),
      signer.current(),
    ]);
    if (found === undefined)
      throw conflict('not_installed', 'The app is not installed on a store of its developer of that id.');
    const { id: installationId, scopes, generation } = found;
    const claims = { installationId, appId, storeId, scopes, generation };
    const accessToken = await signer.sign(claims, key, TRIAL_TOKEN_MS);
    return { accessToken, expiresInS: TRIAL_TOKEN_MS / 1000, scopes };
  };
}
