import type {
  IssueTrialTokenRequest,
  IssueTrialTokenResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { TRIAL_TOKEN_MS } from '../domain/lifetimes.ts';
import { installationFindTrial } from '../store/installation-read.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';

/** Issues a token with which the portal calls the API as an app, on a test store of its developer. */
export const issueTrialToken =
  ({ db, prisma, signer }: Deps): Handler<IssueTrialTokenRequest, IssueTrialTokenResponse> =>
  async (_ctx, { developerId, appId, storeId }) => {
    await findOwnApp(db, { developerId, appId });
    const [found, key] = await Promise.all([
      installationFindTrial(prisma, storeId, { developerId, appId }),
      signer.current(),
    ]);
    if (found === null)
      throw conflict(
        'not_installed',
        'The app is not installed on a test store of its developer with that id.',
      );
    const { id: installationId, scopes } = found;
    const claims = { installationId, appId, storeId, scopes, generation: Number(found.generation) };
    const accessToken = await signer.sign(claims, key, TRIAL_TOKEN_MS);
    return { accessToken, expiresInS: TRIAL_TOKEN_MS / 1000, scopes, installationId };
  };
