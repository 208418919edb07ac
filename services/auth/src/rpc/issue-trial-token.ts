import type {
  IssueTrialTokenRequest,
  IssueTrialTokenResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { TRIAL_TOKEN_MS } from '../domain/lifetimes.ts';
import { installationFindTrial } from '../store/installation-read.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';
import { installOnTestStore, notInstalled } from '../use-cases/install-app.ts';

/**
 * Issues a token with which the portal calls the API as an app, on a test store of its developer; installs the app there on
 * request.
 */
export const issueTrialToken =
  (deps: Deps): Handler<IssueTrialTokenRequest, IssueTrialTokenResponse> =>
  async (ctx, { developerId, appId, storeId, install, allScopes }) => {
    const { db, prisma, signer } = deps;
    const app = await findOwnApp(db, { developerId, appId });
    const find = () => installationFindTrial(prisma, storeId, { developerId, appId });
    const [found, key] = await Promise.all([find(), signer.current()]);
    const installs = install && (found === null || allScopes);
    if (found === null && !install) throw notInstalled();
    if (installs) await installOnTestStore(deps, ctx, app, storeId);
    const { id: installationId, scopes, generation } = (installs ? await find() : found)!;
    const claims = { installationId, appId, storeId, scopes, generation: Number(generation) };
    const accessToken = await signer.sign(claims, key, TRIAL_TOKEN_MS);
    const token = { accessToken, expiresInS: TRIAL_TOKEN_MS / 1000 };
    return { ...token, scopes, installationId, installed: found === null };
  };
