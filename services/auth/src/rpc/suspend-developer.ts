import type {
  SuspendDeveloperRequest,
  SuspendDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { setSuspended } from '../use-cases/set-suspended.ts';

/** Suspends a developer: all of its apps are refused from the response on. */
export const suspendDeveloper =
  (deps: Deps): Handler<SuspendDeveloperRequest, SuspendDeveloperResponse> =>
  (ctx, { developerId: id, reason }) =>
    setSuspended(deps, ctx, { kind: 'developer', id, reason }, 'suspended');
