import type { RestoreAppRequest, RestoreAppResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { setSuspended } from '../use-cases/set-suspended.ts';

/** Ends an app's suspension; the tokens of its installations are valid again. */
export const restoreApp =
  (deps: Deps): Handler<RestoreAppRequest, RestoreAppResponse> =>
  (ctx, { appId: id, reason }) =>
    setSuspended(deps, ctx, { kind: 'app', id, reason }, 'restored');
