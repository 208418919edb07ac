import type {
  RestoreDeveloperRequest,
  RestoreDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { setSuspended } from '../use-cases/set-suspended.ts';

/** Ends a developer's suspension. */
export const restoreDeveloper =
  (deps: Deps): Handler<RestoreDeveloperRequest, RestoreDeveloperResponse> =>
  (ctx, { developerId: id, reason }) =>
    setSuspended(deps, ctx, { kind: 'developer', id, reason }, 'restored');
