import type { SuspendAppRequest, SuspendAppResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { setSuspended } from '../use-cases/set-suspended.ts';

/** Suspends an app: its clients and tokens are refused from the response on. */
export const suspendApp =
  (deps: Deps): Handler<SuspendAppRequest, SuspendAppResponse> =>
  (ctx, { appId: id, reason }) =>
    setSuspended(deps, ctx, { kind: 'app', id, reason }, 'suspended');
